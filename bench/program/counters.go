package main

import (
	"context"
	"net"
	"net/http"
	"sync"
)

// How much was asked for, and over how many connections.
type counters struct {
	lock sync.Mutex
	// Connections on which something was asked, as long as they are open.
	open        map[net.Conn]bool
	Connections int                `json:"connections"`
	Kinds       map[string]*counts `json:"kinds"`
}

type counts struct {
	Requests int   `json:"requests"`
	Bytes    int64 `json:"bytes"`
}

func newCounters() *counters {
	return &counters{Kinds: map[string]*counts{}, open: map[net.Conn]bool{}}
}

// A request comes; what is returned is called with the size of its answer.
func (c *counters) begin(name string, over net.Conn) func(size int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	counted := c.Kinds[name]
	if counted == nil {
		counted = &counts{}
		c.Kinds[name] = counted
	}
	counted.Requests++
	c.open[over] = true
	c.Connections = max(c.Connections, len(c.open))
	return func(size int) {
		c.lock.Lock()
		defer c.lock.Unlock()
		counted.Bytes += int64(size)
	}
}

func (c *counters) connection(over net.Conn, state http.ConnState) {
	if state == http.StateClosed {
		c.lock.Lock()
		defer c.lock.Unlock()
		delete(c.open, over)
	}
}

// Tells the counters, and with POST also sets them back.
func (c *counters) serve(w http.ResponseWriter, r *http.Request) {
	c.lock.Lock()
	defer c.lock.Unlock()
	write(w, c)
	if r.Method == http.MethodPost {
		c.Kinds, c.Connections = map[string]*counts{}, len(c.open)
	}
}

type connectionKey struct{}

func withConnection(from context.Context, over net.Conn) context.Context {
	return context.WithValue(from, connectionKey{}, over)
}

func connectionOf(from context.Context) net.Conn {
	over, _ := from.Value(connectionKey{}).(net.Conn)
	return over
}
