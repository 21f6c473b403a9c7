import 'server-only'

const instances: Map<string, unknown> = globalInstances()

/**
 * One instance a process. Next loads a module once per bundle (pages, handlers, each hot reload), so what must exist
 * once (budgets, running exports, the database) hangs on `globalThis`.
 */
export function singleton<Instance>(name: string, create: () => Instance): Instance {
  if (!instances.has(name)) instances.set(name, create())
  return instances.get(name) as Instance
}

/** The instance, if there is one; whoever asks next makes a new one. */
export function dropSingleton<Instance>(name: string): Instance | undefined {
  const instance = instances.get(name) as Instance | undefined
  instances.delete(name)
  return instance
}

/** Drops every instance but these: whoever asks next makes a new one. */
export function dropSingletons(kept: ReadonlySet<string>): void {
  for (const name of instances.keys()) if (!kept.has(name)) instances.delete(name)
}

function globalInstances(): Map<string, unknown> {
  const holder = globalThis as typeof globalThis & { portraitDesk?: Map<string, unknown> }
  holder.portraitDesk ??= new Map()
  return holder.portraitDesk
}
