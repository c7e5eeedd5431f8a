package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// backend keeps one file for each volume, snapshot and attachment. The file's content is what it was made from.
type backend struct{ volumes, snapshots, attachments shelf }

type shelf string

func openBackend(folder string) (*backend, error) {
	at := func(name string) shelf { return shelf(filepath.Join(folder, name)) }
	opened := &backend{at("volumes"), at("snapshots"), at("attachments")}
	for _, shelf := range []shelf{opened.volumes, opened.snapshots, opened.attachments} {
		if err := os.MkdirAll(string(shelf), 0o755); err != nil {
			return nil, err
		}
	}
	return opened, nil
}

func (s shelf) put(id, madeFrom string) error {
	return os.WriteFile(filepath.Join(string(s), id), []byte(madeFrom), 0o644)
}

func (s shelf) has(id string) bool {
	_, err := os.Stat(filepath.Join(string(s), id))
	return err == nil
}

func (s shelf) remove(id string) error {
	err := os.Remove(filepath.Join(string(s), id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

func attachment(volume, node string) string { return volume + "@" + node }

// attachedTo names a node that a volume is attached to, or nothing.
func (b *backend) attachedTo(volume string) string {
	entries, _ := os.ReadDir(string(b.attachments))
	for _, entry := range entries {
		if node, found := strings.CutPrefix(entry.Name(), volume+"@"); found {
			return node
		}
	}
	return ""
}
