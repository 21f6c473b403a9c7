import { test } from 'vitest'
import { leaveOut } from '#tests/support/left-out.ts'
import { NGINX } from '#tests/support/nginx.ts'
import { expectAllOfItSlowly } from '#tests/support/resilience/proxied-export.ts'

/**
 * tests/nightly/resilience/export-proxy.test.ts has the same with a shorter minute; here the timeouts of Node are real,
 * too.
 */
test(`a client at 200 KB a second gets everything after more than a minute, with nginx ${NGINX}`, async () => {
  if (NGINX === null) leaveOut("nginx's real minute for a slow client", 'nginx')
  else await expectAllOfItSlowly(1)
}, 120_000)
