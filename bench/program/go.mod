module pvguard.bench/program

go 1.24
