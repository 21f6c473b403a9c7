import type { ArchiveContext, ArchiveText, ExportResult } from '#lib/exports/archive-contents.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { isNotice } from '#lib/exports/problems.ts'
import { getArchiveTexts, sentenceOf } from '#lib/exports/texts/archive-texts.ts'
import { LOCALE_TAGS } from '#lib/locales.ts'
import { toSizeText } from '#lib/portrait-api/size-text.ts'
import { type Html, html } from '#lib/text/html.ts'
import { includedTable } from './included-table.ts'
import { writeReportCsv } from './report-csv.ts'
import { REPORT_STYLE } from './report-style.ts'

type Tile = {
  kind: 'included' | 'missing' | 'notices' | 'waiting'
  count: number
  label: string
  tone: string
}

/** A page without scripts and external resources, readable on a screen and on paper. */
export function writeReportPage(result: ExportResult, context: ArchiveContext): Html {
  const { locale, project, target } = context
  const texts = getArchiveTexts(locale)
  const notices = result.problems.filter(isNotice)
  const missing = result.problems.filter(problem => !isNotice(problem))
  const table = problemTable(context)
  const tileOf = (kind: Tile['kind'], { length: count }: { length: number }, tone: string) =>
    tile({ kind, count, tone, label: texts(`report.${kind}`, { count }) })
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${texts('report.title', { project: project.name })}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kicker">${texts('report.heading')}</p>
<h1>${project.name}</h1>
${facts(context)}
</header>
<ul class="tiles">
${tileOf('included', result.included, 'good')}
${tileOf('missing', missing, 'bad')}
${tileOf('notices', notices, 'odd')}
${tileOf('waiting', result.waiting, '')}
</ul>
<section class="how">
<h2>${texts('report.how')}</h2>
<p>${target.how[locale]}</p>
</section>
${missing.length > 0 && table('missing', missing)}
${notices.length > 0 && table('notices', notices)}
${includedTable(result.included, context)}
${result.waiting.length > 0 && table('waiting', result.waiting)}
<footer><p>${texts('report.foot')}</p></footer>
</main>
</body>
</html>
`
}

function facts({
  locale,
  project,
  target,
  createdAt,
  renewedAt,
  timeZone,
  part,
  size,
}: ArchiveContext): Html {
  const texts = getArchiveTexts(locale)
  const moment = new Intl.DateTimeFormat(LOCALE_TAGS[locale], {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  })
  const rows: [string, string][] = [
    [texts('report.project'), project.projektnummer],
    [texts('report.target'), target.name[locale]],
    [texts('report.created'), moment.format(createdAt)],
  ]
  if (renewedAt) rows.push([texts('report.renewed'), moment.format(renewedAt)])
  if (size) rows.push([texts('report.imageSize'), texts('report.namedSize', toSizeText(size))])
  if (part.of > 1 && part.number <= part.of) rows.push([texts('report.part'), texts('report.partOf', part)])
  return html`<dl>${rows.map(([term, value]) => html`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>
${size?.before && html`<p class="quiet">${texts('report.sizeChanged', toSizeText(size.before))}</p>`}
${part.of > 1 && html`<p class="quiet">${texts('report.partNote')}</p>`}`
}

/** A number that links to its table, without a link when it is zero. */
function tile({ kind, count, label, tone }: Tile): Html {
  const inside = html`<strong>${count}</strong> <span>${label}</span>`
  return count > 0
    ? html`<li class="${tone}"><a href="#${kind}">${inside}</a></li>`
    : html`<li><a>${inside}</a></li>`
}

function problemTable({ locale }: ArchiveContext) {
  const texts = getArchiveTexts(locale)
  const byName = new Intl.Collator(locale, { numeric: true })
  return (kind: 'missing' | 'notices' | 'waiting', problems: ExportProblem[]): Html => {
    const reason = texts(kind === 'notices' ? 'report.notice' : 'report.reason')
    const rows = problems.toSorted((a, b) => byName.compare(a.name, b.name) || a.employee_id - b.employee_id)
    return html`<section id="${kind}">
<h2>${texts(`report.${kind}Title`)} <span class="count">${problems.length}</span></h2>
<p class="quiet">${texts(`report.${kind}Text`)}</p>
<table>
<thead><tr><th class="name">${texts('report.name')}</th><th class="number">${texts('report.number')}</th><th>${reason}</th></tr></thead>
<tbody>
${rows.map(
  ({ name, mitarbeiternummer, employee_id, file_name, ...problem }) => html`<tr>
<td><bdi>${name || (employee_id > 0 ? texts('report.unknownPerson', { id: String(employee_id) }) : texts('report.unreadable'))}</bdi></td>
<td class="number"><bdi>${mitarbeiternummer || '–'}</bdi></td>
<td>${sentenceOf(problem, texts)}${file_name !== null && html` <code><bdi>${file_name}</bdi></code>`}</td>
</tr>
`,
)}</tbody>
</table>
</section>`
  }
}

/**
 * Writes the report of the whole export: included photos, missing ones with the reason, and those not ready yet. One
 * file is to read, one for spreadsheets. Each part of an export carries both; published targets get a separate archive
 * for them.
 */
export function writeReport(result: ExportResult, context: ArchiveContext): ArchiveText[] {
  return [
    { name: 'report.html', bytes: Buffer.from(writeReportPage(result, context).text) },
    { name: 'report.csv', bytes: writeReportCsv(result, context) },
  ]
}
