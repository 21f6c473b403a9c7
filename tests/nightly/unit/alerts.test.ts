/** The alert rules evaluated by Prometheus: cases in which each rule fires, and cases in which it does not. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { leaveOut } from '#tests/support/left-out.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const RULES = 'deploy/monitoring/alerts.yaml'
const HAS_PROMTOOL = spawnSync('promtool', ['--version']).status === 0

/** The values of each series, one a minute for an hour, in the notation of promtool. */
type Series = Record<string, string>
type Case = [what: string, alert: string, speaks: boolean, series: Series]

const of = (metric: string, labels = '') => `${metric}{job="portrait-desk"${labels && `, ${labels}`}}`
const ready = (status: number) =>
  of('desk_http_requests_total', `route="/api/health/ready", method="GET", status="${status}"`)
const health = ready(200)
const page = (status: number) => of('desk_http_requests_total', `route="/projects", status="${status}"`)
const calls = (status: number) => of('desk_service_calls_total', `call="GET /projects", status="${status}"`)

const CASES: Case[] = [
  ['a desk that is gone', 'PortraitDeskDown', true, { [of('up')]: '1x10 0x50' }],
  ['a desk that is started anew', 'PortraitDeskDown', false, { [of('up')]: '1x30 0x3 1x27' }],
  [
    'desks that run, none of which is ready',
    'PortraitDeskNotReady',
    true,
    { [of('up')]: '1x60', [health]: '0+30x40 1200x20', [ready(503)]: '0x40 0+30x20' },
  ],
  [
    'two desks that have never been ready',
    'PortraitDeskNotReady',
    true,
    { [of('up')]: '1x60', [ready(503)]: '1+30x60' },
  ],
  [
    'one of two desks, while the other is ready',
    'PortraitDeskNotReady',
    false,
    { [health]: '0+30x60', [ready(503)]: '0x40 0+30x20' },
  ],
  [
    'a desk that was stopped and is back',
    'PortraitDeskNotReady',
    false,
    { [health]: '0+30x20 600x3 600+30x36', [ready(503)]: '0x20 0+5x3 15x36' },
  ],
  ['a service that is away', 'PortraitServiceDown', true, { [of('desk_breaker_open')]: '0x10 1x50' }],
  ['a service that was away', 'PortraitServiceDown', false, { [of('desk_breaker_open')]: '0x20 1x10 0x30' }],
  [
    'one refusal, the first ever, and nothing since',
    'PortraitKeyRefused',
    true,
    { [of('desk_key_refusals_total')]: '0x40 1x20', [calls(200)]: '0+5x40 200x20' },
  ],
  [
    'a refusal while another key is taken',
    'PortraitKeyRefused',
    false,
    { [of('desk_key_refusals_total')]: '0x40 1x20', [calls(200)]: '0+5x60' },
  ],
  [
    'no refusal',
    'PortraitKeyRefused',
    false,
    { [of('desk_key_refusals_total')]: '0x60', [calls(200)]: '7x60' },
  ],
  ['a limit that others use, too', 'PortraitLimitShared', true, { [calls(429)]: '0x30 0+1x30' }],
  ['a pause now and then', 'PortraitLimitShared', false, { [calls(429)]: '0x30 0+0.1x30' }],
  [
    'every page fails, and only who looks after the desk is answered',
    'PortraitDeskFailing',
    true,
    { [page(500)]: '0x30 0+1x30', [page(200)]: '0+1x30 30x30', [health]: '0+30x60' },
  ],
  [
    'one failure in a hundred',
    'PortraitDeskFailing',
    false,
    { [page(500)]: '0+1x60', [page(200)]: '0+100x60', [health]: '0+30x60' },
  ],
]

if (!HAS_PROMTOOL) leaveOut('the alert rules', 'promtool (Debian: prometheus)')
else
  describe('alert rules', () => {
    test('alert rules are valid for Prometheus, and each has a case that fires and one that does not', () => {
      const { status, stdout } = spawnSync('promtool', ['check', 'rules', RULES], { encoding: 'utf8' })
      expect([status, stdout]).toEqual([0, expect.stringContaining('6 rules found')])
      for (const speaks of [true, false])
        expect(new Set(CASES.filter(one => one[2] === speaks).map(([, alert]) => alert)).size).toBe(6)
    })

    test.each(CASES)('%s: the alert %s fires: %s', (_, alert, speaks, series) => {
      const folder = createTempFolder()
      copyFileSync(RULES, join(folder, 'alerts.yaml'))
      const { groups } = parse(readFileSync(RULES, 'utf8'))
      const rule = groups[0].rules.find((one: { alert: string }) => one.alert === alert)
      const told = [{ exp_labels: toLabels(alert, rule.labels), exp_annotations: rule.annotations }]
      const tests = [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([series, values]) => ({ series, values })),
          alert_rule_test: [{ eval_time: '60m', alertname: alert, exp_alerts: speaks ? told : [] }],
        },
      ]
      writeFileSync(
        join(folder, 'tests.yaml'),
        stringify({ rule_files: ['alerts.yaml'], evaluation_interval: '1m', tests }),
      )
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', 'tests.yaml'], {
        cwd: folder,
        encoding: 'utf8',
      })
      expect(stdout + stderr).toContain('SUCCESS')
      expect(status).toBe(0)
    })
  })

/** Returns the labels of the rule; a rule about one desk has its job as well. */
function toLabels(alert: string, labels: Series): Series {
  return ['PortraitDeskDown', 'PortraitServiceDown'].includes(alert)
    ? { ...labels, job: 'portrait-desk' }
    : labels
}
