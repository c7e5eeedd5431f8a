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

func sign(from, to string) error {
	file, err := macho.Open(from)
	if err != nil {
		return err
	}
	defer file.Close()
	// Segments are written one behind the other, and the one that Node.js adds ends before the next one begins.
	if added := file.Segment("NODE_SEA"); added != nil {
		added.Filesz = added.Memsz
	}
	if err := file.CodeSign(&codesign.Config{ID: "kubectl-pvguard", Flags: types.ADHOC}); err != nil {
		return err
	}
	return file.Save(to)
}
