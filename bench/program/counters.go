package main

import (
	"net/http"
	"sync"
)

// How much was asked for, and how much of it at one time.
type counters struct {
	lock  sync.Mutex
	now   int
	busy  map[string]int
	Peak  int                `json:"peak"`
	Kinds map[string]*counts `json:"kinds"`
}

type counts struct {
	Requests int   `json:"requests"`
	Bytes    int64 `json:"bytes"`
	Peak     int   `json:"peak"`
}

func newCounters() *counters {
	return &counters{Kinds: map[string]*counts{}, busy: map[string]int{}}
}

func (c *counters) begin(name string) func(size int) {
	c.lock.Lock()
	defer c.lock.Unlock()
	counted := c.Kinds[name]
	if counted == nil {
		counted = &counts{}
		c.Kinds[name] = counted
	}
	counted.Requests++
	c.busy[name]++
	c.now++
	counted.Peak = max(counted.Peak, c.busy[name])
	c.Peak = max(c.Peak, c.now)
	return func(size int) {
		c.lock.Lock()
		defer c.lock.Unlock()
		counted.Bytes += int64(size)
		c.busy[name]--
		c.now--
	}
}

// Tells the counters, and with POST also sets them back.
func (c *counters) serve(w http.ResponseWriter, r *http.Request) {
	c.lock.Lock()
	defer c.lock.Unlock()
	write(w, c)
	if r.Method == http.MethodPost {
		c.Kinds, c.Peak = map[string]*counts{}, 0
	}
}
