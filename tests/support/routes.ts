import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteHandler } from '#lib/handlers/handler.ts'

const APP = join(import.meta.dirname, '../../app')

export type Route = {
  /** As Next writes it: `/api/exports/[exportId]`. */
  pattern: string
  load(): Promise<Partial<Record<string, RouteHandler>>>
}

/** Looked up once: no test adds a handler file. */
const ROUTES: Route[] = globSync('api/**/route.ts', { cwd: APP }).map(file => ({
  pattern: `/${file.replace(/\/route\.ts$/, '')}`,
  load: () => import(join(APP, file)),
}))

/** Every handler file under `app/api`. */
export function listRoutes(): Route[] {
  return [...ROUTES]
}

export type RouteParams = Record<string, string | string[]>

/** The route of a path, with its parameters decoded as Next decodes them. As there, the most exact one comes first. */
export function matchRoute(path: string): { route: Route; params: RouteParams } {
  const routes = listRoutes().sort(
    (a, b) => Number(isCatchAll(a)) - Number(isCatchAll(b)) || countParameters(a) - countParameters(b),
  )
  for (const route of routes) {
    const names: string[] = []
    const source = route.pattern.replace(/\[{1,2}(\.{3})?(\w+)\]{1,2}/g, (_, rest, name) => {
      names.push(name)
      return rest ? '(.+)' : '([^/]+)'
    })
    const match = new RegExp(`^${source}$`).exec(path)
    if (!match) continue
    return {
      route,
      params: Object.fromEntries(
        names.map((name, index) => [name, decode(match[index + 1] ?? '', isCatchAll(route))]),
      ),
    }
  }
  throw new Error(`No handler for ${path}`)
}

function countParameters({ pattern }: Route): number {
  return pattern.split('[').length
}

function isCatchAll({ pattern }: Route): boolean {
  return pattern.endsWith(']') && pattern.includes('[...')
}

function decode(matched: string, catchAll: boolean): string | string[] {
  return catchAll ? matched.split('/').map(decodeURIComponent) : decodeURIComponent(matched)
}

/** An address that a route answers to, with made-up parameters. */
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
