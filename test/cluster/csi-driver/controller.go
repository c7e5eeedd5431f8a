package main

import (
	"context"

	"github.com/container-storage-interface/spec/lib/go/csi"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/timestamppb"
)

type controller struct {
	csi.UnimplementedControllerServer
	backend *backend
}

var abilities = []csi.ControllerServiceCapability_RPC_Type{
	csi.ControllerServiceCapability_RPC_CREATE_DELETE_VOLUME,
	csi.ControllerServiceCapability_RPC_PUBLISH_UNPUBLISH_VOLUME,
	csi.ControllerServiceCapability_RPC_CREATE_DELETE_SNAPSHOT,
	csi.ControllerServiceCapability_RPC_CLONE_VOLUME,
	csi.ControllerServiceCapability_RPC_EXPAND_VOLUME,
}

func (c *controller) ControllerGetCapabilities(context.Context, *csi.ControllerGetCapabilitiesRequest) (*csi.ControllerGetCapabilitiesResponse, error) {
	response := &csi.ControllerGetCapabilitiesResponse{}
	for _, ability := range abilities {
		response.Capabilities = append(response.Capabilities, &csi.ControllerServiceCapability{
			Type: &csi.ControllerServiceCapability_Rpc{Rpc: &csi.ControllerServiceCapability_RPC{Type: ability}},
		})
	}
	return response, nil
}

// CreateVolume uses the name as the id, so that it can be repeated.
func (c *controller) CreateVolume(_ context.Context, request *csi.CreateVolumeRequest) (*csi.CreateVolumeResponse, error) {
	source := request.GetVolumeContentSource()
	from := source.GetVolume().GetVolumeId()
	if from != "" && !c.backend.volumes.has(from) {
		return nil, status.Errorf(codes.NotFound, "volume %s does not exist", from)
	}
	if snapshot := source.GetSnapshot().GetSnapshotId(); snapshot != "" {
		if !c.backend.snapshots.has(snapshot) {
			return nil, status.Errorf(codes.NotFound, "snapshot %s does not exist", snapshot)
		}
		from = snapshot
	}
	if err := c.backend.volumes.put(request.Name, from); err != nil {
		return nil, err
	}
	return &csi.CreateVolumeResponse{Volume: &csi.Volume{
		VolumeId:      request.Name,
		CapacityBytes: request.GetCapacityRange().GetRequiredBytes(),
		ContentSource: source,
	}}, nil
}

func (c *controller) DeleteVolume(_ context.Context, request *csi.DeleteVolumeRequest) (*csi.DeleteVolumeResponse, error) {
	if node := c.backend.attachedTo(request.VolumeId); node != "" {
		return nil, status.Errorf(codes.FailedPrecondition, "volume %s is attached to %s", request.VolumeId, node)
	}
	return &csi.DeleteVolumeResponse{}, c.backend.volumes.remove(request.VolumeId)
}

// ControllerExpandVolume has nothing to write: a volume's file has no size. No node has to act after it.
func (c *controller) ControllerExpandVolume(_ context.Context, request *csi.ControllerExpandVolumeRequest) (*csi.ControllerExpandVolumeResponse, error) {
	if !c.backend.volumes.has(request.VolumeId) {
		return nil, status.Errorf(codes.NotFound, "volume %s does not exist", request.VolumeId)
	}
	return &csi.ControllerExpandVolumeResponse{CapacityBytes: request.GetCapacityRange().GetRequiredBytes()}, nil
}

func (c *controller) ControllerPublishVolume(_ context.Context, request *csi.ControllerPublishVolumeRequest) (*csi.ControllerPublishVolumeResponse, error) {
	if !c.backend.volumes.has(request.VolumeId) {
		return nil, status.Errorf(codes.NotFound, "volume %s does not exist", request.VolumeId)
	}
	return &csi.ControllerPublishVolumeResponse{}, c.backend.attachments.put(attachment(request.VolumeId, request.NodeId), "")
}

func (c *controller) ControllerUnpublishVolume(_ context.Context, request *csi.ControllerUnpublishVolumeRequest) (*csi.ControllerUnpublishVolumeResponse, error) {
	return &csi.ControllerUnpublishVolumeResponse{}, c.backend.attachments.remove(attachment(request.VolumeId, request.NodeId))
}

func (c *controller) ValidateVolumeCapabilities(_ context.Context, request *csi.ValidateVolumeCapabilitiesRequest) (*csi.ValidateVolumeCapabilitiesResponse, error) {
	confirmed := &csi.ValidateVolumeCapabilitiesResponse_Confirmed{VolumeCapabilities: request.VolumeCapabilities}
	return &csi.ValidateVolumeCapabilitiesResponse{Confirmed: confirmed}, nil
}

func (c *controller) CreateSnapshot(_ context.Context, request *csi.CreateSnapshotRequest) (*csi.CreateSnapshotResponse, error) {
	if !c.backend.volumes.has(request.SourceVolumeId) {
		return nil, status.Errorf(codes.NotFound, "volume %s does not exist", request.SourceVolumeId)
	}
	if err := c.backend.snapshots.put(request.Name, request.SourceVolumeId); err != nil {
		return nil, err
	}
	return &csi.CreateSnapshotResponse{Snapshot: &csi.Snapshot{
		SnapshotId:     request.Name,
		SourceVolumeId: request.SourceVolumeId,
		CreationTime:   timestamppb.Now(),
		ReadyToUse:     true,
	}}, nil
}

func (c *controller) DeleteSnapshot(_ context.Context, request *csi.DeleteSnapshotRequest) (*csi.DeleteSnapshotResponse, error) {
	return &csi.DeleteSnapshotResponse{}, c.backend.snapshots.remove(request.SnapshotId)
}
