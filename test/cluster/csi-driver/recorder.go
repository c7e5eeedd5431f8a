package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// recorder writes every call to calls.jsonl, and does what script.json says about the call instead of the call.
type recorder struct{ folder string }

// fault is what a script says about one method. Code is a name such as INTERNAL. With Lost the call is carried out, and
// only its answer is replaced.
type fault struct {
	Code    *codes.Code `json:"code"`
	Message string      `json:"message"`
	DelayMs int         `json:"delayMs"`
	Lost    bool        `json:"lost"`
}

type call struct {
	Method  string          `json:"method"`
	Request json.RawMessage `json:"request"`
	Code    string          `json:"code"`
	Message string          `json:"message,omitempty"`
}

func (r recorder) intercept(ctx context.Context, request any, info *grpc.UnaryServerInfo, handle grpc.UnaryHandler) (any, error) {
	method := filepath.Base(info.FullMethod)
	response, err := r.perform(ctx, method, request, handle)
	r.record(method, request, err)
	return response, err
}

func (r recorder) perform(ctx context.Context, method string, request any, handle grpc.UnaryHandler) (any, error) {
	scripted := r.script()[method]
	select {
	case <-time.After(time.Duration(scripted.DelayMs) * time.Millisecond):
	case <-ctx.Done():
		return nil, status.FromContextError(ctx.Err()).Err()
	}
	if scripted.Code == nil {
		return handle(ctx, request)
	}
	if scripted.Lost {
		if _, err := handle(ctx, request); err != nil {
			return nil, err
		}
	}
	return nil, status.Error(*scripted.Code, scripted.Message)
}

// script is read anew for every call, so that a test can change it at any time.
func (r recorder) script() map[string]fault {
	faults := map[string]fault{}
	if text, err := os.ReadFile(filepath.Join(r.folder, "script.json")); err == nil {
		if err := json.Unmarshal(text, &faults); err != nil {
			panic(err)
		}
	}
	return faults
}

func (r recorder) record(method string, request any, failure error) {
	content, _ := protojson.Marshal(request.(proto.Message))
	outcome := status.Convert(failure)
	line, _ := json.Marshal(call{method, content, outcome.Code().String(), outcome.Message()})
	file, err := os.OpenFile(filepath.Join(r.folder, "calls.jsonl"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	defer file.Close()
	if _, err := file.Write(append(line, '\n')); err != nil {
		panic(err)
	}
}
