import 'server-only'

const instances: Map<string, unknown> = globalInstances()

/**
 * Returns one instance per process. Next loads a module once per bundle (pages, handlers, each hot reload). Therefore
 * whatever must exist once (budgets, running exports, the database) is kept on `globalThis`.
 */
export function singleton<Instance>(name: string, create: () => Instance): Instance {
  if (!instances.has(name)) instances.set(name, create())
  return instances.get(name) as Instance
}

/** Removes and returns the instance, if there is one; the next call of `singleton` creates a new one. */
export function dropSingleton<Instance>(name: string): Instance | undefined {
  const instance = instances.get(name) as Instance | undefined
  instances.delete(name)
  return instance
}

/** Removes all instances but these; the next call of `singleton` creates a new one. */
export function dropSingletons(kept: ReadonlySet<string>): void {
  for (const name of instances.keys()) if (!kept.has(name)) instances.delete(name)
}

function globalInstances(): Map<string, unknown> {
  const holder = globalThis as typeof globalThis & { portraitDesk?: Map<string, unknown> }
  holder.portraitDesk ??= new Map()
  return holder.portraitDesk
}
