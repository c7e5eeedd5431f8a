package main

import (
	"crypto/tls"
	"flag"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

// Serves a stored cluster over HTTPS as an API server would, and as fast as it can.
// It prints its address, and ends when its standard input does.
func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	folder := flags.String("store", "", "folder of the stored cluster")
	certificate := flags.String("certificate", "", "file with the certificate, in PEM")
	key := flags.String("key", "", "file with its key, in PEM")
	packed := flags.Bool("gzip", false, "compress answers of more than 128 KiB for clients that accept it")
	onlyJSON := flags.Bool("only-json", false, "answer in JSON, whatever the client accepts")
	wait := flags.Duration("wait", 0, "wait before each answer")
	if err := flags.Parse(args); err != nil {
		return err
	}
	cluster, err := open(*folder)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	counters := newCounters()
	server := &http.Server{
		Handler: &api{
			cluster:  cluster,
			counters: counters,
			packed:   newPacker(),
			gzip:     *packed,
			onlyJSON: *onlyJSON,
			wait:     *wait,
		},
		TLSConfig: &tls.Config{
			MinVersion:                  tls.VersionTLS13,
			DynamicRecordSizingDisabled: true,
		},
		// No HTTP/2: all clients speak the same.
		TLSNextProto:      map[string]func(*http.Server, *tls.Conn, http.Handler){},
		ConnState:         counters.connection,
		ConnContext:       withConnection,
		ReadHeaderTimeout: time.Minute,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	fmt.Printf("https://%s\n", listener.Addr())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	return server.ServeTLS(listener, *certificate, *key)
}
