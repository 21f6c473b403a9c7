{{- define "portrait-desk.name" -}}
{{- printf "%s-portrait-desk" .Release.Name | trunc 63 | trimSuffix "-" | replace "portrait-desk-portrait-desk" "portrait-desk" -}}
{{- end -}}

{{- define "portrait-desk.selector" -}}
app.kubernetes.io/name: portrait-desk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "portrait-desk.labels" -}}
{{ include "portrait-desk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "portrait-desk.path" -}}
{{- (urlParse .Values.settings.APP_URL).path | default "/" -}}
{{- end -}}

{{- define "portrait-desk.host" -}}
{{- $url := required "settings.APP_URL is missing: the address at which people open the desk." .Values.settings.APP_URL -}}
{{- (urlParse $url).host -}}
{{- end -}}
