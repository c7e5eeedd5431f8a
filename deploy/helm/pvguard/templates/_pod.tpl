{{- define "pvguard.selector" -}}
app.kubernetes.io/name: pvguard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "pvguard.labels" -}}
{{ include "pvguard.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- /* What the pods of both modes have in common. Its argument: the chart's values and objects, "args" and "serves". */}}
{{- define "pvguard.pod" -}}
metadata:
  labels:
    {{- include "pvguard.selector" .root | nindent 4 }}
    {{- with .root.Values.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with .root.Values.auditConfig }}
  annotations:
    checksum/config: {{ toYaml . | sha256sum }}
  {{- end }}
spec:
  serviceAccountName: {{ .root.Release.Name }}
  automountServiceAccountToken: true
  # Otherwise a Service of the name pvguard sets variables that begin with PVGUARD_.
  enableServiceLinks: false
  {{- if not .serves }}
  restartPolicy: Never
  {{- end }}
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  # The image names its user by number: 65532. OpenShift gives another one.
  securityContext:
    runAsNonRoot: true
    seccompProfile:
      type: RuntimeDefault
  containers:
  - name: pvguard
    image: {{ printf "%s:%s" .root.Values.image.repository (.root.Values.image.tag | default (printf "v%s" .root.Chart.AppVersion)) | quote }}
    imagePullPolicy: {{ .root.Values.image.pullPolicy }}
    args:
      {{- toYaml (concat .args .root.Values.args) | nindent 6 }}
      {{- if .root.Values.auditConfig }}
      - --config=/etc/pvguard/audit.yaml
      {{- end }}
    securityContext:
      allowPrivilegeEscalation: false
      readOnlyRootFilesystem: true
      capabilities:
        drop: [ALL]
    resources:
      {{- toYaml .root.Values.resources | nindent 6 }}
    {{- if .serves }}
    ports:
    - name: http
      containerPort: 8080
    livenessProbe:
      httpGet: { path: /healthz, port: http }
      periodSeconds: 20
      timeoutSeconds: 5
      failureThreshold: 6
    readinessProbe:
      httpGet: { path: /readyz, port: http }
      periodSeconds: 10
      timeoutSeconds: 5
    {{- end }}
    {{- if .root.Values.auditConfig }}
    volumeMounts:
    - name: config
      mountPath: /etc/pvguard
      readOnly: true
    {{- end }}
  {{- if .root.Values.auditConfig }}
  volumes:
  - name: config
    configMap:
      name: {{ .root.Release.Name }}-config
  {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.affinity }}
  affinity:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
{{- end }}
