import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { RouteHandler } from '#lib/http/handler.ts'

const APP = join(import.meta.dirname, '../../app')

export type Route = {
  /** As Next writes it: `/api/exports/[exportId]`. */
  pattern: string
  load(): Promise<Partial<Record<string, RouteHandler>>>
}

/** Every handler file under `app/api`; as in Next, a path without parameters goes before one with them. */
export function listRoutes(): Route[] {
  const files = globSync('api/**/route.ts', { cwd: APP })
  const byParameters = files.toSorted((a, b) => a.split('[').length - b.split('[').length)
  return byParameters.map(file => ({
    pattern: `/${file.replace(/\/route\.ts$/, '')}`,
    load: () => import(join(APP, file)),
  }))
}

/** The route of a path, with its parameters decoded as Next decodes them. */
export function matchRoute(path: string): { route: Route; params: Record<string, string> } {
  for (const route of listRoutes()) {
    const names: string[] = []
    const source = route.pattern.replace(/\[(\w+)\]/g, (_, name) => {
      names.push(name)
      return '([^/]+)'
    })
    const match = new RegExp(`^${source}$`).exec(path)
    if (!match) continue
    return {
      route,
      params: Object.fromEntries(
        names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')]),
      ),
    }
  }
  throw new Error(`No handler for ${path}`)
}
