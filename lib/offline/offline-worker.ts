import 'server-only'
import { toAddress } from '#lib/address/base-path.ts'
import { type OfflinePageOptions, writeOfflinePage } from './offline-page.ts'

/**
 * The script of the service worker: pages come from the network as ever, and the desk's own words where the browser's page would
 * stand, because nothing answers, or only a gateway does (502 to 504 without the id that the desk gives each of its answers). It keeps
 * nothing, and sees no call of the API, no download and no file: what a worker fetches for another site's page could look like ours.
 */
export function writeOfflineWorker(options: OfflinePageOptions): string {
  const { body, headers } = writeOfflinePage(options)
  return `
addEventListener('install', () => skipWaiting())
// The network is asked while the worker is still starting.
addEventListener('activate', event => event.waitUntil(registration.navigationPreload?.enable()))
addEventListener('fetch', event => {
  if (isPage(event.request)) event.respondWith(load(event))
})

function isPage({ method, mode, url }) {
  return method === 'GET' && mode === 'navigate' && !new URL(url).pathname.startsWith('${toAddress('/api/')}')
}

async function load({ request, preloadResponse }) {
  try {
    const answer = (await preloadResponse) ?? (await fetch(request))
    if (!isGateway(answer)) return answer
  } catch {}
  return new Response(${JSON.stringify(body)}, { status: 503, headers: ${JSON.stringify(headers)} })
}

function isGateway({ status, headers }) {
  return [502, 503, 504].includes(status) && !headers.has('x-request-id')
}
`
}
