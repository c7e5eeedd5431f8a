// Checks a dashboard against Grafana's own schema: no unknown field, no missing one, no wrong type.
package main

import (
	"fmt"
	"os"

	"github.com/grafana/grafana-foundation-sdk/go/cog"
	"github.com/grafana/grafana-foundation-sdk/go/dashboard"
	"github.com/grafana/grafana-foundation-sdk/go/prometheus"
	"github.com/grafana/grafana-foundation-sdk/go/stat"
	"github.com/grafana/grafana-foundation-sdk/go/table"
	"github.com/grafana/grafana-foundation-sdk/go/timeseries"
)

func main() {
	known := cog.NewRuntime()
	known.RegisterDataqueryVariant(prometheus.VariantConfig())
	known.RegisterPanelcfgVariant(stat.VariantConfig())
	known.RegisterPanelcfgVariant(table.VariantConfig())
	known.RegisterPanelcfgVariant(timeseries.VariantConfig())
	raw, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	var read dashboard.Dashboard
	// Without a problem it returns an empty list of errors, which is not nil.
	if err := read.UnmarshalJSONStrict(raw); err != nil && err.Error() != "" {
		fail(err)
	}
	if err := read.Validate(); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
