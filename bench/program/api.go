package main

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"
)

type api struct {
	cluster  *cluster
	counters *counters
	packed   *packer
	gzip     bool
	onlyJSON bool
	wait     time.Duration
}

func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if strings.HasPrefix(r.URL.Path, "/bench/") {
		a.counters.serve(w, r)
		return
	}
	if a.wait > 0 {
		time.Sleep(a.wait)
	}
	name, code, answer := a.answer(r)
	done := a.counters.begin(name, connectionOf(r.Context()))
	pieces := answer.pieces
	header := w.Header()
	header.Set("Date", a.cluster.Date)
	header.Set("Content-Type", answer.contentType)
	if a.gzip && answer.size() > 128*1024 && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		pieces = [][]byte{a.packed.of(answer.contentType+r.URL.String(), answer)}
		header.Set("Content-Encoding", "gzip")
	}
	size := body{pieces: pieces}.size()
	header.Set("Content-Length", strconv.Itoa(size))
	w.WriteHeader(code)
	for _, piece := range pieces {
		_, _ = w.Write(piece)
	}
	done(size)
}

// What is asked for, for the counters, with the answer.
func (a *api) answer(r *http.Request) (string, int, body) {
	path := strings.TrimSuffix(r.URL.Path, "/")
	if r.Method != http.MethodGet {
		return "writes", 405, failure(405, "MethodNotAllowed", "this server is only read", nil)
	}
	if document, found := a.cluster.Documents[path]; found {
		return "discovery", 200, body{jsonType, [][]byte{document}}
	}
	for _, k := range a.cluster.Kinds {
		if rest, found := strings.CutPrefix(path, k.Root+"/"); found {
			if namespace, name, found := k.route(rest); found {
				return a.answerOf(k, namespace, name, r)
			}
		}
	}
	return "not found", 404, failure(404, "NotFound", "the server could not find the requested resource", nil)
}

// The namespace and the name in a path below the API's root, if it is one of this kind.
func (k *kind) route(path string) (string, string, bool) {
	parts := strings.Split(path, "/")
	namespace := ""
	if k.Namespaced && len(parts) > 2 && parts[0] == "namespaces" {
		namespace, parts = parts[1], parts[2:]
	}
	if parts[0] != k.Plural || len(parts) > 2 {
		return "", "", false
	}
	if len(parts) == 1 {
		return namespace, "", true
	}
	return namespace, parts[1], true
}

func (a *api) answerOf(k *kind, namespace, name string, r *http.Request) (string, int, body) {
	isProtobuf := !a.onlyJSON && strings.Contains(r.Header.Get("Accept"), protobufType)
	if name != "" {
		at, found := k.find(namespace, name)
		if !found {
			details := map[string]string{"name": name, "kind": k.Plural}
			return k.Resource + "/object", 404, failure(404, "NotFound", k.Plural+" \""+name+"\" not found", details)
		}
		if isProtobuf {
			return k.Resource + "/object", 200, k.pbObject(at)
		}
		return k.Resource + "/object", 200, k.jsonObject(at)
	}
	label := k.Resource
	if namespace != "" {
		label += "/namespace"
	}
	page, err := k.page(namespace, r.URL.Query())
	if err != nil {
		return label, 400, failure(400, "BadRequest", err.Error(), nil)
	}
	if isProtobuf {
		return label, 200, k.pbList(page, a.cluster.ResourceVersion)
	}
	return label, 200, k.jsonList(page, a.cluster.ResourceVersion)
}

func write(w http.ResponseWriter, value any) {
	w.Header().Set("Content-Type", jsonType)
	_ = json.NewEncoder(w).Encode(value)
}
