package main

import (
	"bytes"
	"compress/gzip"
	"sync"
)

// Packs each answer once, as the API server does: at level 1.
type packer struct {
	lock  sync.Mutex
	known map[string][]byte
}

func newPacker() *packer {
	return &packer{known: map[string][]byte{}}
}

func (p *packer) of(key string, answer body) []byte {
	p.lock.Lock()
	known := p.known[key]
	p.lock.Unlock()
	if known != nil {
		return known
	}
	var packed bytes.Buffer
	writer, _ := gzip.NewWriterLevel(&packed, gzip.BestSpeed)
	for _, piece := range answer.pieces {
		_, _ = writer.Write(piece)
	}
	_ = writer.Close()
	p.lock.Lock()
	defer p.lock.Unlock()
	p.known[key] = packed.Bytes()
	return packed.Bytes()
}
