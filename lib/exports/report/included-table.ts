import type { ArchiveContext, IncludedPhoto } from '#lib/exports/archive-contents.ts'
import { getArchiveTexts } from '#lib/exports/texts/archive-texts.ts'
import { LOCALE_TAGS } from '#lib/locales.ts'
import { type Html, html } from '#lib/text/html.ts'

/** Lists all employees whose photo is in the export, by name. */
export function includedTable(included: IncludedPhoto[], { locale, timeZone, part }: ArchiveContext): Html {
  const texts = getArchiveTexts(locale)
  const title = html`<h2>${texts('report.includedTitle')} <span class="count">${included.length}</span></h2>`
  if (included.length === 0)
    return html`<section>${title}<p class="quiet">${texts('report.nobody')}</p></section>`
  const day = new Intl.DateTimeFormat(LOCALE_TAGS[locale], { timeZone, dateStyle: 'medium' })
  const byName = new Intl.Collator(locale, { numeric: true })
  const rows = included.toSorted(
    (a, b) => byName.compare(nameOf(a), nameOf(b)) || a.employee.id - b.employee.id,
  )
  const toSize = sizesIn(locale)
  const label = {
    size: texts('report.size'),
    edited: texts('report.edited'),
    part: texts('report.partColumn'),
  }
  const parts = part.of > 1
  return html`<section id="included">
${title}
<table>
<thead><tr><th class="name">${texts('report.name')}</th><th class="number">${texts('report.number')}</th><th>${texts('report.file')}</th><th class="end">${label.size}</th><th class="day">${label.edited}</th>${parts && html`<th class="end">${label.part}</th>`}</tr></thead>
<tbody>
${rows.map(
  row => html`<tr>
<td><bdi>${nameOf(row)}</bdi></td>
<td class="number"><bdi>${row.employee.mitarbeiternummer || '–'}</bdi></td>
<td>${row.files.map(file => html`<p class="file"><bdi>${file.fileName}</bdi></p>`)}</td>
<td class="end" data-label="${label.size}">${row.files.map(({ bytes }) => html`<p class="file">${toSize(bytes)}</p>`)}</td>
<td class="day" data-label="${label.edited}">${toDay(row.editedAt, day)}</td>
${parts && html`<td class="end" data-label="${label.part}">${row.part}</td>`}
</tr>
`,
)}</tbody>
</table>
</section>`
}

function nameOf({ employee }: IncludedPhoto): string {
  return `${employee.last_name}, ${employee.first_name}`
}

/** Creating a formatter takes longer than formatting a whole row. */
function sizesIn(locale: string): (bytes: number) => string {
  const digits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 }
  const formatIn = (unit: string) => new Intl.NumberFormat(locale, { style: 'unit', unit, ...digits })
  const [megabytes, kilobytes] = [formatIn('megabyte'), formatIn('kilobyte')]
  return bytes => (bytes >= 1e6 ? megabytes.format(bytes / 1e6) : kilobytes.format(bytes / 1e3))
}

/** The service might return a time that cannot be parsed; the report is written all the same. */
function toDay(editedAt: string, format: Intl.DateTimeFormat): string {
  const time = Date.parse(editedAt)
  return Number.isNaN(time) ? editedAt : format.format(time)
}
