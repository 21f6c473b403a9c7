import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { RouteHandler } from '#lib/handlers/handler.ts'

const APP = join(import.meta.dirname, '../../app')

export type Route = {
  /** The path in Next's notation: `/api/exports/[exportId]`. */
  pattern: string
  load(): Promise<Partial<Record<string, RouteHandler>>>
}

/** Found once, sorted from exact to general like in Next. No test adds a handler file. */
const ROUTES = globSync('api/**/route.{ts,mjs}', { cwd: APP })
  .map(file => toRoute(`/${dirname(file)}`, () => import(join(APP, file))))
  .sort((a, b) => Number(isCatchAll(a)) - Number(isCatchAll(b)) || countParameters(a) - countParameters(b))

function toRoute(pattern: string, load: Route['load']) {
  const names: string[] = []
  const source = pattern.replace(/\[{1,2}(\.{3})?(\w+)\]{1,2}/g, (_, rest, name) => {
    names.push(name)
    return rest ? '(.+)' : '([^/]+)'
  })
  return { pattern, load, names, matches: new RegExp(`^${source}$`) }
}

/** Every handler file under `app/api`. */
export function listRoutes(): Route[] {
  return [...ROUTES]
}

type RouteParams = Record<string, string | string[]>

/** The route of a path, with its parameters decoded as Next decodes them. */
export function matchRoute(path: string): { route: Route; params: RouteParams } {
  for (const route of ROUTES) {
    const match = route.matches.exec(path)
    if (!match) continue
    return {
      route,
      params: Object.fromEntries(
        route.names.map((name, index) => [name, decode(match[index + 1] ?? '', isCatchAll(route))]),
      ),
    }
  }
  throw new Error(`No handler for ${path}`)
}

function countParameters({ pattern }: Pick<Route, 'pattern'>): number {
  return pattern.split('[').length
}

function isCatchAll({ pattern }: Pick<Route, 'pattern'>): boolean {
  return pattern.endsWith(']') && pattern.includes('[...')
}

function decode(matched: string, catchAll: boolean): string | string[] {
  return catchAll ? matched.split('/').map(decodeURIComponent) : decodeURIComponent(matched)
}

/** An address of a route, with made-up parameters. */
export function toSamplePath(pattern: string): string {
  const path = pattern
    .replace('[exportId]', crypto.randomUUID())
    .replace('[batchId]', crypto.randomUUID())
    .replace('[importId]', crypto.randomUUID())
    .replace('[sessionId]', 'a'.repeat(64))
    .replace(/\[\w+\]/g, '1001')
  if (pattern.endsWith('/accounts/list')) return `${path}?format=csv`
  if (pattern.endsWith('thumbnail')) return `${path}?v=2026-10-07T14:03:00Z`
  return pattern.endsWith('preview') ? `${path}?v=2026-10-07T14:03:00Z&variant=standard` : path
}
