{{- define "percept.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "percept.labels" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "percept.secretName" -}}
{{ .Values.secret.existing | default .Release.Name }}
{{- end -}}

{{- define "percept.claimName" -}}
{{ .Values.data.existing | default (printf "%s-data" .Release.Name) }}
{{- end -}}

{{/* Metadata and pod of a role: its component, arguments, resources and volume. */}}
{{- define "percept.pod" -}}
metadata:
  labels: {{- include "percept.selector" . | nindent 4 }}
  annotations:
    prometheus.io/scrape: 'true'
    prometheus.io/port: '3000'
    # New settings are new pods.
    checksum/settings: {{ toYaml (list .root.Values.settings .root.Values.secret) | sha256sum }}
spec:
  # Longer than a worker takes to finish its calls or release its jobs.
  terminationGracePeriodSeconds: 30
  automountServiceAccountToken: false
  # Percept refuses the variables that Kubernetes makes for a Service called percept: it does not know such settings.
  enableServiceLinks: false
  securityContext: { runAsNonRoot: true, runAsUser: 1000, fsGroup: 1000, seccompProfile: { type: RuntimeDefault } }
  {{- with .root.Values.image.pullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with .root.Values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  containers:
    - name: percept
      image: "{{ required "image.repository is needed: build the image, push it to your registry, and name it" .root.Values.image.repository }}:{{ .root.Values.image.tag | default .root.Chart.AppVersion }}"
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: {{- toYaml .args | nindent 8 }}
      envFrom:
        - configMapRef: { name: {{ .root.Release.Name }} }
        - secretRef: { name: {{ include "percept.secretName" .root }} }
      ports: [{ name: http, containerPort: 3000 }]
      resources: {{- toYaml .resources | nindent 8 }}
      startupProbe: { httpGet: { path: /health/live, port: http }, failureThreshold: 60, periodSeconds: 2 }
      livenessProbe: { httpGet: { path: /health/live, port: http }, periodSeconds: 10, timeoutSeconds: 5 }
      readinessProbe: { httpGet: { path: /health/ready, port: http }, periodSeconds: 5, timeoutSeconds: 3 }
      securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: [ALL] } }
      volumeMounts: [{ name: data, mountPath: /data }]
  volumes:
    - name: data
      {{- toYaml .volume | nindent 6 }}
{{- end -}}
