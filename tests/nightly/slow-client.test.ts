import { test } from 'vitest'
import { expectAllOfItSlowly } from '#tests/chaos/support/proxied-export.ts'
import { NGINX } from '#tests/support/nginx.ts'

/** tests/chaos/export-proxy.test.ts has the same with a shorter minute; here also the times of Node are their own. */
if (NGINX !== null)
  test(
    `a client that takes 200 KB a second for more than a minute gets all of it, also through nginx ${NGINX}`,
    () => expectAllOfItSlowly(1),
    120_000,
  )
