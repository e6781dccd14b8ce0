"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const dashes = [[], [], [], [], [9, 4], [9, 4], [3, 3], [3, 3]];
  const withOffered = new Set(["attempts_per_s", "goodput_per_s"]);
  const shares = new Set(["success_percent"]);
  const wide = new Set(["attempts_per_s", "retries_per_s", "load"]);
  const hidden = new Set();
  let charts = [];

  const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const seconds = Array.from({ length: data.buckets }, (_, i) => i * data.bucket);

  function short(value) {
    const size = Math.abs(value);
    if (size >= 1e6) return trim(value / 1e6, size) + "M";
    if (size >= 1e4) return trim(value / 1e3, size) + "k";
    return trim(value, size);
  }
  function trim(value) {
    const size = Math.abs(value);
    const digits = size === 0 ? 0 : Math.min(3, Math.max(0, 2 - Math.floor(Math.log10(size))));
    return String(Number(value.toFixed(digits)));
  }
  function time(value) {
    return value >= 600 ? trim(value / 60) + " min" : trim(value) + " s";
  }

  const largest = line => line.reduce((most, value) => Math.max(most, value ?? 0), 0);

  /* Policies so far apart that the small ones would all lie on the axis: where a logarithmic one begins, or 0. */
  function farApart(measure) {
    if (!wide.has(measure)) return 0;
    const most = data.curves[measure].map(largest).filter(value => value > 0);
    if (most.length < 2 || Math.max(...most) < 40 * Math.min(...most)) return 0;
    const least = Math.min(...data.curves[measure].flat().filter(value => value > 0));
    return 10 ** Math.floor(Math.log10(least));
  }

  const powersOfTen = (u, splits) => splits.map(value => Number.isInteger(Math.round(Math.log10(value) * 1e6) / 1e6) ? value : null);

  function bands(u) {
    const context = u.ctx;
    context.save();
    context.fillStyle = colour("--band");
    for (const band of data.bands) {
      const left = Math.max(u.bbox.left, u.valToPos(band.from, "x", true));
      const right = Math.min(u.bbox.left + u.bbox.width, u.valToPos(band.until, "x", true));
      if (right > left) context.fillRect(left, u.bbox.top, right - left, u.bbox.height);
    }
    context.restore();
  }

  /* A line is shown or hidden in every chart, so that what is left can be compared everywhere. */
  function follow(changed, index, options) {
    if (options.show === undefined || index === null) return;
    const label = changed.series[index].label;
    if (options.show === !hidden.has(label)) return;
    if (options.show) hidden.delete(label); else hidden.add(label);
    for (const chart of charts) {
      if (chart === changed) continue;
      const other = chart.series.findIndex((series, i) => i > 0 && series.label === label);
      if (other > 0) chart.setSeries(other, { show: options.show });
    }
  }

  function size(place) {
    const width = Math.max(200, Math.floor(place.clientWidth));
    return { width, height: width < 420 ? 200 : 240 };
  }

  function axis(format, extra, marks = {}) {
    return Object.assign({
      stroke: () => colour("--soft"),
      font: "12px system-ui, sans-serif",
      grid: { stroke: () => colour("--grid"), width: 1, ...marks },
      ticks: { stroke: () => colour("--grid"), width: 1, size: 5, ...marks },
      values: (u, splits) => splits.map(value => value === null ? "" : format(value)),
    }, extra);
  }

  function draw(figure) {
    const measure = figure.dataset.measure;
    const place = figure.querySelector(".plot");
    const series = [{ label: "Time", value: (u, value) => value === null ? "–" : time(value) }];
    const lines = [seconds];
    const far = farApart(measure);
    if (withOffered.has(measure)) {
      const offered = data.curves.offered_per_s[0];
      // A burst of calls must not press down what became of it.
      const auto = largest(offered) < 3 * Math.max(...data.curves[measure].map(largest));
      series.push({ label: "offered", stroke: colour("--offered"), width: 1.5, dash: [4, 4], points: { show: false }, auto });
      lines.push(offered);
    }
    figure.querySelector("small").textContent = figure.dataset.unit + (far ? ", logarithmic" : "");
    data.policies.forEach((policy, i) => {
      series.push({ label: policy, stroke: colour("--p" + i), width: 2, dash: dashes[i], spanGaps: false });
      lines.push(data.curves[measure][i]);
    });
    for (const one of series.slice(1)) {
      one.show = !hidden.has(one.label);
      one.value = (u, value) => value === null || value === undefined ? "–" : short(value);
    }
    const chart = new uPlot({
      ...size(place),
      series,
      scales: {
        x: { time: false },
        y: {
          distr: far ? 3 : 1,
          range: (u, least, most) => far ? [far, most * 1.6] : shares.has(measure) ? [0, 103] : [0, most > 0 ? most * 1.06 : 1],
          clamp: far / 10,
        },
      },
      axes: [axis(time, { size: 34 }), axis(short, { size: 52 }, far ? { filter: powersOfTen } : {})],
      cursor: { sync: { key: "reprise", setSeries: false }, focus: { prox: 24 }, drag: { x: true, y: false } },
      focus: { alpha: .35 },
      legend: { live: true },
      hooks: { drawClear: [bands], setSeries: [follow] },
    }, lines, place);
    chart.root.querySelectorAll(".u-legend .u-series").forEach((row, i) => {
      if (i === 0) return;
      row.tabIndex = 0;
      row.setAttribute("role", "switch");
      row.addEventListener("keydown", event => {
        if (event.key !== "Enter" && event.key !== " ") return;
        event.preventDefault();
        row.querySelector("th").click();
      });
    });
    return chart;
  }

  function drawAll() {
    charts.forEach(chart => chart.destroy());
    charts = [];
    charts = Array.from(document.querySelectorAll("figure[data-measure]"), draw);
    window.reprise = { charts };
  }

  drawAll();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", drawAll);
  let width = document.documentElement.clientWidth;
  addEventListener("resize", () => {
    if (width === document.documentElement.clientWidth) return;
    width = document.documentElement.clientWidth;
    charts.forEach(chart => chart.setSize(size(chart.root.parentElement)));
  });
})();
