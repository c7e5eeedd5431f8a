package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"
)

// What a command took, as the operating system accounts for it.
type cost struct {
	Code    int     `json:"code"`
	Seconds float64 `json:"seconds"`
	User    float64 `json:"user"`
	System  float64 `json:"system"`
	// Bytes.
	PeakMemory int64 `json:"peakMemory"`
}

// Runs a command and writes what it took to a file. The operating system counts the memory of the parent as the
// child's own until the child has begun its program: so this process must be a small one.
func measure(args []string) error {
	file, command := args[0], exec.Command(args[1], args[2:]...)
	command.Stdin, command.Stdout, command.Stderr = os.Stdin, os.Stdout, os.Stderr
	begin := time.Now()
	err := command.Run()
	took := time.Since(begin)
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return err
	}
	usage := command.ProcessState.SysUsage().(*syscall.Rusage)
	text, err := json.Marshal(cost{
		Code:       command.ProcessState.ExitCode(),
		Seconds:    took.Seconds(),
		User:       command.ProcessState.UserTime().Seconds(),
		System:     command.ProcessState.SystemTime().Seconds(),
		PeakMemory: int64(usage.Maxrss) * 1024,
	})
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}
