/**
 * `npm run bench:dashboard -- --minutes 20`: asks a Prometheus that watches a desk (http://127.0.0.1:9090, or `--prometheus URL`) each
 * expression of deploy/monitoring/grafana-dashboard.json for the last minutes, and draws what it answers, as Grafana would, to
 * docs/screens/dashboard.png. An expression that Prometheus refuses, or to which it has nothing to say, is told; then it ends with 1.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { ensureChromium } from '#scripts/browser.mjs'
import { ROOT } from '#scripts/setup.mjs'

const WIDTH = 1440
/** Grafana's grid: 24 columns, and rows of this height. */
const COLUMNS = 24
const ROW_PX = 30
const GAP_PX = 8
const POINTS = 240
const COLOURS = 96
const LINES = [
  '#7eb26d',
  '#eab839',
  '#6ed0e0',
  '#ef843c',
  '#e24d42',
  '#1f78c1',
  '#ba43a9',
  '#705da0',
  '#508642',
  '#cca300',
]
const PLACES = { left: 52, right: 10, top: 30, bottom: 40 }

const dashboardSchema = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      type: z.enum(['row', 'stat', 'timeseries']),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      fieldConfig: z
        .object({
          defaults: z.object({ unit: z.string().optional(), mappings: z.array(z.unknown()).optional() }),
        })
        .optional(),
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string().optional() })).default([]),
    }),
  ),
})
const answerSchema = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z
    .object({
      result: z.array(
        z.object({
          metric: z.record(z.string(), z.string()),
          values: z.array(z.tuple([z.number(), z.string()])),
        }),
      ),
    })
    .optional(),
})
type Panel = z.infer<typeof dashboardSchema>['panels'][number]
type Series = { name: string; points: { at: number; value: number }[] }

const { values } = parseArgs({
  options: {
    prometheus: { type: 'string', default: 'http://127.0.0.1:9090' },
    job: { type: 'string', default: 'portrait-desk' },
    minutes: { type: 'string', default: '15' },
  },
})
const end = Date.now() / 1000
const start = end - Number(values.minutes) * 60
const troubles: string[] = []

const { title, panels } = dashboardSchema.parse(
  JSON.parse(readFileSync(join(ROOT, 'deploy/monitoring/grafana-dashboard.json'), 'utf8')),
)
const drawn: string[] = []
for (const panel of panels) drawn.push(await drawPanel(panel))
await takePicture()
for (const trouble of troubles) console.error(trouble)
process.exit(troubles.length > 0 ? 1 : 0)

async function askPrometheus(
  { expr, legendFormat }: Panel['targets'][number],
  of: string,
): Promise<Series[]> {
  const query = expr.replaceAll('$job', values.job)
  const step = String((end - start) / POINTS)
  const search = new URLSearchParams({ query, start: String(start), end: String(end), step })
  const answer = answerSchema.parse(
    await (await fetch(`${values.prometheus}/api/v1/query_range?${search}`)).json(),
  )
  const result = answer.data?.result ?? []
  if (answer.status !== 'success') troubles.push(`${of}: ${answer.error}`)
  else if (result.length === 0) troubles.push(`${of}: nothing is told for ${query}`)
  return result.map(({ metric, values }) => ({
    name:
      legendFormat?.replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, label) => metric[label] ?? '') ||
      Object.values(metric).join(' '),
    points: values
      .map(([at, value]) => ({ at, value: Number(value) }))
      .filter(({ value }) => Number.isFinite(value)),
  }))
}

async function drawPanel(panel: Panel): Promise<string> {
  const { x, y, w, h } = panel.gridPos
  const column = WIDTH / COLUMNS
  const box = {
    left: x * column + GAP_PX,
    top: y * ROW_PX + GAP_PX,
    width: w * column - GAP_PX,
    height: h * ROW_PX - GAP_PX,
  }
  const style = Object.entries(box)
    .map(([name, px]) => `${name}:${px}px`)
    .join(';')
  if (panel.type === 'row') return `<h2 style="${style}">${toHtml(panel.title)}</h2>`
  const series = (await Promise.all(panel.targets.map(target => askPrometheus(target, panel.title)))).flat()
  const unit = panel.fieldConfig?.defaults.unit ?? 'short'
  const inside = panel.type === 'stat' ? drawStat(series, panel) : drawLines(series, { unit, ...box })
  return `<section style="${style}"><h3>${toHtml(panel.title)}</h3>${inside}</section>`
}

/** The last number, in the word that the dashboard has for it. */
function drawStat(series: Series[], { fieldConfig, title }: Panel): string {
  const last = series[0]?.points.at(-1)?.value
  const mapped = z
    .array(z.object({ options: z.record(z.string(), z.object({ text: z.string() })) }))
    .safeParse(fieldConfig?.defaults.mappings)
  const word = mapped.data?.flatMap(({ options }) => options[String(last)]?.text ?? [])[0]
  const shown =
    title === 'Version' ? series[0]?.name : toShort(last ?? Number.NaN, fieldConfig?.defaults.unit ?? 'short')
  return `<p>${toHtml(word ?? shown ?? '–')}</p>`
}

function drawLines(
  series: Series[],
  { unit, width, height }: { unit: string; width: number; height: number },
): string {
  const most = Math.max(...series.flatMap(({ points }) => points.map(({ value }) => value)), 0) || 1
  const right = width - PLACES.right
  const bottom = height - PLACES.bottom
  const toX = (at: number) => PLACES.left + ((at - start) / (end - start)) * (right - PLACES.left)
  const toY = (value: number) => bottom - (value / most) * (bottom - PLACES.top)
  const marks = [0, 0.5, 1].map(part => {
    const y = toY(part * most)
    return `<line x1="${PLACES.left}" x2="${right}" y1="${y}" y2="${y}" stroke="#333"/><text x="${PLACES.left - 6}" y="${y + 4}" text-anchor="end">${toShort(part * most, unit)}</text>`
  })
  const times = [0, 0.5, 1].map(part => {
    const at = start + part * (end - start)
    const anchor = part === 0 ? 'start' : part === 1 ? 'end' : 'middle'
    return `<text x="${toX(at)}" y="${bottom + 15}" text-anchor="${anchor}">${new Date(at * 1000).toISOString().slice(11, 16)}</text>`
  })
  const lines = series.map(({ points }, index) => {
    const path = points.map(({ at, value }) => `${toX(at).toFixed(1)},${toY(value).toFixed(1)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colourOf(index)}" stroke-width="1.5"/>`
  })
  const legend = series
    .map(({ name }, index) => `<i style="color:${colourOf(index)}">${toHtml(name)}</i>`)
    .join(' ')
  return `<svg width="${width}" height="${height}">${[...marks, ...times, ...lines].join('')}</svg><footer>${legend}</footer>`
}

function colourOf(index: number): string {
  return LINES[index % LINES.length] ?? '#fff'
}

function toShort(value: number, unit: string): string {
  if (!Number.isFinite(value)) return '–'
  if (unit === 'percentunit') return `${(value * 100).toFixed(0)} %`
  if (unit === 's')
    return value < 1 ? `${Number((value * 1000).toPrecision(2))} ms` : `${Number(value.toPrecision(3))} s`
  if (unit === 'bytes')
    return value < 1024 ** 2 ? `${(value / 1024).toFixed(0)} KiB` : `${(value / 1024 ** 2).toFixed(0)} MiB`
  return String(Number(value.toPrecision(3)))
}

function toHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

async function takePicture(): Promise<void> {
  const height = Math.max(...panels.map(({ gridPos: { y, h } }) => y + h)) * ROW_PX + GAP_PX
  const html = `<!doctype html><style>
    body{margin:0;background:#111217;color:#ccccdc;font:12px sans-serif;width:${WIDTH}px;height:${height + 40}px;position:relative}
    h1{font-size:16px;margin:0;padding:10px ${GAP_PX}px;height:20px} main{position:relative}
    section,h2{position:absolute;box-sizing:border-box;margin:0} h2{font-size:14px;padding-top:4px}
    section{background:#181b1f;border:1px solid #2c3235;overflow:hidden} h3{position:absolute;margin:6px 8px;font-size:12px}
    section p{font-size:26px;margin:0;padding-top:30px;text-align:center;color:#73bf69} text{fill:#9a9aa8;font-size:10px}
    footer{position:absolute;left:8px;right:8px;bottom:3px;white-space:nowrap;overflow:hidden;font-size:10px} i{font-style:normal;margin-right:8px}
  </style><h1>${toHtml(title)}</h1><main>${drawn.join('')}</main>`
  const browser = await chromium.launch({ executablePath: await ensureChromium() })
  const page = await browser.newPage({ viewport: { width: WIDTH, height: height + 40 } })
  await page.setContent(html)
  const picture = await page.screenshot()
  await browser.close()
  await sharp(picture)
    .png({ palette: true, colours: COLOURS })
    .toFile(join(ROOT, 'docs/screens/dashboard.png'))
}
