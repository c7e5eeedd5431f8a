// The parts of the benchmark that Node.js is too slow or too large for: a server, and a small parent for what is measured.
package main

import (
	"fmt"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 2 {
		log.Fatal("usage: pvguard-bench serve|measure …")
	}
	switch name, args := os.Args[1], os.Args[2:]; name {
	case "serve":
		log.Fatal(serve(args))
	case "measure":
		if err := measure(args); err != nil {
			log.Fatal(err)
		}
	default:
		log.Fatal(fmt.Sprintf("%s is neither serve nor measure", name))
	}
}
