//! Spec files: schema, loading with spans, matching to sites, values from resources. Must not know solver internals.
