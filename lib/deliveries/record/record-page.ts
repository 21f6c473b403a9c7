import { REPORT_STYLE } from '#lib/exports/report/report-style.ts'
import type { AppLocale } from '#lib/locales.ts'
import { Html, html } from '#lib/text/html.ts'
import type { RecordCells, RecordTranslator } from './record-words.ts'

const STYLE = new Html('.way { width: 24%; } .moment { width: 8rem; }')

/** Returns a page for screen and paper, without scripts and external resources. `of`: the subject of the record. */
export function writeRecordPage(
  t: RecordTranslator,
  { cells, locale, of, made }: { cells: RecordCells[]; locale: AppLocale; of: string; made: string },
): Html {
  const people = new Set(cells.map(({ employee_id }) => employee_id)).size
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${t('record.title')} – ${of}</title>
<style>${REPORT_STYLE}${STYLE}</style>
</head>
<body>
<main>
<header>
<p class="kicker">${t('record.title')}</p>
<h1>${of}</h1>
<dl>
<div><dt>${t('record.made')}</dt><dd>${made}</dd></div>
<div><dt>${t('record.people')}</dt><dd>${people}</dd></div>
</dl>
<p class="quiet">${t('record.about')}</p>
</header>
<table>
<thead><tr><th class="name">${t('record.person')}</th><th>${t('record.state')}</th><th class="way">${t('record.way')}</th><th class="moment">${t('record.since')}</th><th class="moment">${t('record.version')}</th></tr></thead>
<tbody>
${cells.map(toRow)}</tbody>
</table>
</main>
</body>
</html>
`

  function toRow({
    name,
    number,
    employee_id,
    state,
    way,
    place,
    since,
    version,
    ...end
  }: RecordCells): Html {
    return html`<tr>
<td><bdi>${name || t('record.personId', { id: String(employee_id) })}</bdi>${number && html` <code><bdi>${number}</bdi></code>`}</td>
<td data-label="${t('record.state')}">${state}${end.reason && html` <span class="quiet">${end.reason}</span>`}${end.removal && html` <span class="quiet">${end.removal}</span>`}</td>
<td data-label="${t('record.way')}">${way}${place && html` <code><bdi>${place}</bdi></code>`}</td>
<td data-label="${t('record.since')}">${since}</td>
<td data-label="${t('record.version')}">${version || '–'}</td>
</tr>
`
  }
}
