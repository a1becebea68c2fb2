"""Work that is shared: by the workers of a Dask cluster, each with an engine of its own."""
