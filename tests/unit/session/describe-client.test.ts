import { expect, test } from 'vitest'
import { describeClient } from '#lib/session/sign-in/sign-in-origin.ts'

test.each([
  [
    'Edge, Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
  ],
  [
    'Chrome, macOS',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  ],
  ['Firefox, Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  [
    'Safari, iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
  ],
  ['Chrome, Android', 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'],
  ['', 'curl/8.0 <script>alert(1)</script>'],
  ['', ''],
])('the description %j is shown for the browser %j', (words, agent) => {
  expect(describeClient(new Request('https://x.test', { headers: { 'user-agent': agent } }))).toBe(words)
})
