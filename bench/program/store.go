package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"syscall"
)

// A kind with all its objects, in the order in which etcd has them.
type kind struct {
	Resource   string
	Root       string
	Plural     string
	APIVersion string
	Kind       string
	Namespaced bool
	File       string

	keys      []string
	selectors []string
	// Where each object begins in the files, and where the last one ends.
	jsonAt []int
	pbAt   []int
	json   []byte
	pb     []byte
}

type cluster struct {
	Date            string
	ResourceVersion string
	Kinds           []*kind
	Documents       map[string]json.RawMessage
}

func open(folder string) (*cluster, error) {
	text, err := os.ReadFile(filepath.Join(folder, "catalog.json"))
	if err != nil {
		return nil, err
	}
	found := &cluster{}
	if err := json.Unmarshal(text, found); err != nil {
		return nil, err
	}
	for _, each := range found.Kinds {
		if err := each.load(filepath.Join(folder, each.File)); err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (k *kind) load(base string) error {
	index, err := os.Open(base + ".index")
	if err != nil {
		return err
	}
	defer index.Close()
	k.jsonAt, k.pbAt = []int{0}, []int{0}
	lines := bufio.NewScanner(index)
	for lines.Scan() {
		var jsonSize, pbSize int
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 4 {
			return fmt.Errorf("%s: a line without four fields", base)
		}
		if _, err := fmt.Sscan(fields[1], &jsonSize); err != nil {
			return err
		}
		if _, err := fmt.Sscan(fields[2], &pbSize); err != nil {
			return err
		}
		k.keys = append(k.keys, fields[0])
		k.selectors = append(k.selectors, fields[3])
		k.jsonAt = append(k.jsonAt, k.jsonAt[len(k.jsonAt)-1]+jsonSize)
		k.pbAt = append(k.pbAt, k.pbAt[len(k.pbAt)-1]+pbSize)
	}
	if err := lines.Err(); err != nil {
		return err
	}
	if k.json, err = mapped(base + ".json"); err != nil {
		return err
	}
	k.pb, err = mapped(base + ".pb")
	return err
}

func mapped(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	facts, err := file.Stat()
	if err != nil || facts.Size() == 0 {
		return nil, err
	}
	return syscall.Mmap(int(file.Fd()), 0, int(facts.Size()), syscall.PROT_READ, syscall.MAP_SHARED)
}

// The objects of a namespace, or all: from, and up to without, these places.
func (k *kind) in(namespace string) (int, int) {
	if namespace == "" {
		return 0, len(k.keys)
	}
	return sort.SearchStrings(k.keys, namespace+"/"), sort.SearchStrings(k.keys, namespace+"0")
}

func (k *kind) find(namespace, name string) (int, bool) {
	key := name
	if k.Namespaced {
		key = namespace + "/" + name
	}
	at := sort.SearchStrings(k.keys, key)
	return at, at < len(k.keys) && k.keys[at] == key
}
