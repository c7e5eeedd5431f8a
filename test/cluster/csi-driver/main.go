// A CSI driver without storage, for tests. A volume is a file in a folder, so that a test can see what would be on
// disk. Every call is written to a log, and a script can make any call fail or wait.
package main

import (
	"flag"
	"log"
	"net"
	"os"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc"
)

func main() {
	name := flag.String("name", "csi.pvguard.test", "the driver's name")
	socket := flag.String("socket", "", "the unix socket on which to serve")
	folder := flag.String("folder", "", "where the backend, the log of calls and the script are")
	flag.Parse()

	_ = os.Remove(*socket) // what a killed driver left
	listener, err := net.Listen("unix", *socket)
	if err != nil {
		log.Fatal(err)
	}
	backend, err := openBackend(*folder)
	if err != nil {
		log.Fatal(err)
	}
	server := grpc.NewServer(grpc.UnaryInterceptor(recorder{folder: *folder}.intercept))
	csi.RegisterIdentityServer(server, &identity{name: *name})
	csi.RegisterControllerServer(server, &controller{backend: backend})
	log.Fatal(server.Serve(listener))
}
