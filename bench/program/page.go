package main

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
)

// An answer in pieces, of which the large ones are not copied.
type body struct {
	contentType string
	pieces      [][]byte
}

func (b body) size() int {
	sum := 0
	for _, piece := range b.pieces {
		sum += len(piece)
	}
	return sum
}

const (
	protobufType = "application/vnd.kubernetes.protobuf"
	jsonType     = "application/json"
)

// A part of a list: the whole of it, or what a limit leaves.
type page struct {
	places    []int
	token     string
	remaining int
}

func (k *kind) page(namespace string, query url.Values) (page, error) {
	from, to := k.in(namespace)
	if selector := query.Get("fieldSelector"); selector != "" {
		return k.selected(from, to, selector)
	}
	if query.Get("labelSelector") != "" {
		return page{}, fmt.Errorf("this server knows no labels")
	}
	if token := query.Get("continue"); token != "" {
		start, err := startOf(token)
		if err != nil {
			return page{}, err
		}
		from = start
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	if limit > 0 && query.Get("resourceVersion") != "0" && from+limit < to {
		end := from + limit
		return page{places: between(from, end), token: tokenOf(end), remaining: to - end}, nil
	}
	return page{places: between(from, to)}, nil
}

func (k *kind) selected(from, to int, selector string) (page, error) {
	if k.Plural != "events" && !strings.HasPrefix(selector, "metadata.name=") {
		return page{}, fmt.Errorf("this server knows no field selector %s", selector)
	}
	found := page{}
	for at := from; at < to; at++ {
		if k.selectors[at] == selector || strings.HasSuffix("/"+k.keys[at], "/"+strings.TrimPrefix(selector, "metadata.name=")) {
			found.places = append(found.places, at, at+1)
		}
	}
	return found, nil
}

// Ranges of places, each with the place where it ends.
func between(from, to int) []int {
	if from == to {
		return nil
	}
	return []int{from, to}
}

func tokenOf(start int) string {
	return base64.RawURLEncoding.EncodeToString([]byte(fmt.Sprintf("start:%d", start)))
}

func startOf(token string) (int, error) {
	text, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		return 0, err
	}
	return strconv.Atoi(strings.TrimPrefix(string(text), "start:"))
}

func (k *kind) jsonList(p page, revision string) body {
	meta := fmt.Sprintf(`"resourceVersion":"%s"`, revision)
	if p.token != "" {
		meta += fmt.Sprintf(`,"continue":"%s","remainingItemCount":%d`, p.token, p.remaining)
	}
	head := fmt.Sprintf(`{"kind":"%sList","apiVersion":"%s","metadata":{%s},"items":[`, k.Kind, k.APIVersion, meta)
	pieces := [][]byte{[]byte(head)}
	for at := 0; at < len(p.places); at += 2 {
		slice := k.json[k.jsonAt[p.places[at]]:k.jsonAt[p.places[at+1]]]
		// Each object has a comma behind it.
		if at+2 == len(p.places) {
			slice = slice[:len(slice)-1]
		}
		pieces = append(pieces, slice)
	}
	return body{jsonType, append(pieces, []byte("]}\n"))}
}

func (k *kind) pbList(p page, revision string) body {
	meta := text(nil, 1, "")
	meta = text(meta, 2, revision)
	meta = text(meta, 3, p.token)
	if p.token != "" {
		meta = binary.AppendUvarint(append(meta, 4<<3), uint64(p.remaining))
	}
	pieces := [][]byte{text(nil, 1, string(meta))}
	for at := 0; at < len(p.places); at += 2 {
		pieces = append(pieces, k.pb[k.pbAt[p.places[at]]:k.pbAt[p.places[at+1]]])
	}
	return enveloped(k.APIVersion, k.Kind+"List", pieces)
}

func (k *kind) jsonObject(at int) body {
	item := k.json[k.jsonAt[at]+1 : k.jsonAt[at+1]-1]
	head := fmt.Sprintf(`{"kind":"%s","apiVersion":"%s",`, k.Kind, k.APIVersion)
	return body{jsonType, [][]byte{[]byte(head), item, []byte("\n")}}
}

func (k *kind) pbObject(at int) body {
	item := k.pb[k.pbAt[at]:k.pbAt[at+1]]
	// In a list it has a tag and its length before it.
	_, length := binary.Uvarint(item[1:])
	return enveloped(k.APIVersion, k.Kind, [][]byte{item[1+length:]})
}

// The `Unknown` around a message, with the bytes that come before every object.
func enveloped(apiVersion, kind string, raw [][]byte) body {
	size := body{pieces: raw}.size()
	head := append([]byte("k8s\x00"), text(nil, 1, string(text(text(nil, 1, apiVersion), 2, kind)))...)
	head = binary.AppendUvarint(append(head, 2<<3|2), uint64(size))
	pieces := append([][]byte{head}, raw...)
	return body{protobufType, append(pieces, []byte{3<<3 | 2, 0, 4<<3 | 2, 0})}
}

func text(to []byte, number byte, value string) []byte {
	to = binary.AppendUvarint(append(to, number<<3|2), uint64(len(value)))
	return append(to, value...)
}

func failure(code int, reason, message string, details map[string]string) body {
	bytes, _ := json.Marshal(map[string]any{
		"kind": "Status", "apiVersion": "v1", "metadata": map[string]string{}, "status": "Failure",
		"code": code, "reason": reason, "message": message, "details": details,
	})
	return body{jsonType, [][]byte{bytes}}
}
