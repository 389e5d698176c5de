// What moves in the page, and by how much.
window.shifts = [];
new PerformanceObserver((list) => list.getEntries().forEach((entry) => window.shifts.push(
    [entry.value, ...entry.sources.map(({node}) => node?.className ?? node?.data ?? null)]
))).observe({ type: "layout-shift", buffered: true });
