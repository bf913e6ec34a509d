//! Policy applied to `result.json`, then text, SARIF, sites and JSON. Must not know the analysis.
