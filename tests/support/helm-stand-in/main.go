// Renders a chart as `helm template RELEASE CHART -f VALUES` does, as far as ours goes: Helm's own template language (Go's
// text/template with sprig) and its functions include, required, fail and toYaml. For machines on which there is no Helm.
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

func read(path string) map[string]interface{} {
	bytes, err := os.ReadFile(path)
	check(err)
	values := map[string]interface{}{}
	check(yaml.Unmarshal(bytes, &values))
	return values
}

// Maps are laid over each other, null takes a value away, everything else takes its place.
func merge(below, above map[string]interface{}) map[string]interface{} {
	for name, value := range above {
		one, isMap := below[name].(map[string]interface{})
		other, areBoth := value.(map[string]interface{})
		if value == nil {
			delete(below, name)
		} else if isMap && areBoth {
			below[name] = merge(one, other)
		} else {
			below[name] = value
		}
	}
	return below
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func main() {
	release, chart, file := os.Args[1], os.Args[2], os.Args[3]
	about := read(filepath.Join(chart, "Chart.yaml"))
	data := map[string]interface{}{
		"Values":  merge(read(filepath.Join(chart, "values.yaml")), read(file)),
		"Release": map[string]interface{}{"Name": release, "Namespace": "default", "Service": "Helm"},
		"Chart": map[string]interface{}{
			"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"],
		},
	}
	all := template.New("chart").Option("missingkey=zero")
	all.Funcs(sprig.TxtFuncMap()).Funcs(template.FuncMap{
		"include": func(name string, data interface{}) (string, error) {
			var out bytes.Buffer
			err := all.ExecuteTemplate(&out, name, data)
			return out.String(), err
		},
		"required": func(words string, value interface{}) (interface{}, error) {
			if value == nil || value == "" {
				return nil, fmt.Errorf("%s", words)
			}
			return value, nil
		},
		"toYaml": func(value interface{}) (string, error) {
			out, err := yaml.Marshal(value)
			return strings.TrimSuffix(string(out), "\n"), err
		},
	})
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	check(err)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		check(err)
		_, err = all.New(filepath.Base(path)).Parse(string(text))
		check(err)
	}
	for _, path := range paths {
		if filepath.Ext(path) != ".yaml" {
			continue
		}
		var out bytes.Buffer
		check(all.ExecuteTemplate(&out, filepath.Base(path), data))
		fmt.Printf("---\n%s\n", out.String())
	}
}
