// Command sign gives a macOS executable an ad hoc signature: sign FILE OUTPUT. It runs on any platform.
package main

import (
	"fmt"
	"os"

	"github.com/blacktop/go-macho"
	"github.com/blacktop/go-macho/pkg/codesign"
	"github.com/blacktop/go-macho/pkg/codesign/types"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: sign FILE OUTPUT")
		os.Exit(2)
	}
	if err := sign(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "error: %v\n", err)
		os.Exit(1)
	}
}

// Apple's own tools begin a signature where memory is aligned to 16 bytes; the library begins it at 8.
const alignment = 16

func sign(from, to string) error {
	padding, err := pad(from)
	if err != nil {
		return err
	}
	file, err := macho.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	file.Segment("__LINKEDIT").Filesz += padding
	// Segments are written one behind the other, and the one that Node.js adds ends before the next one begins.
	if added := file.Segment("NODE_SEA"); added != nil {
		added.Filesz = added.Memsz
	}
	if err := file.CodeSign(&codesign.Config{ID: "kubectl-pvguard", Flags: types.ADHOC}); err != nil {
		return err
	}
	return file.Save(to)
}

// pad appends zeros to the file, which ends with __LINKEDIT, and says how many.
func pad(path string) (uint64, error) {
	file, err := macho.Open(path)
	if err != nil {
		return 0, err
	}
	last := file.Segment("__LINKEDIT")
	if err := file.Close(); err != nil {
		return 0, err
	}
	if last == nil {
		return 0, fmt.Errorf("%s has no __LINKEDIT", path)
	}
	padding := (alignment - (last.Offset+last.Filesz)%alignment) % alignment
	open, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return 0, err
	}
	defer open.Close()
	_, err = open.Write(make([]byte, padding))
	return padding, err
}
