import 'server-only'
import { describeError } from '#lib/describe-error.ts'
import { DeskError } from '#lib/errors.ts'
import { log } from '#lib/log.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getServiceBondStore, type ServiceBond, type Source } from '#lib/store/service-bond-store.ts'

/**
 * True when this client uses the same account of the same service that the desk's data comes from. Otherwise all
 * employees would count as deleted or withdrawn, so nothing may be erased until an administrator has decided. A key is
 * compared once, by its projects. The first source after an installation or an upgrade is accepted.
 */
export async function isSameSource(client: PortraitClient): Promise<boolean> {
  const compared = singleton('compared-sources', () => new Map<string, Promise<boolean>>())
  const name = `${getEnv().portraitApiUrl} ${client.keyFingerprint}`
  const comparing = compared.get(name) ?? compare(client)
  compared.set(name, comparing)
  try {
    const isSame = await comparing
    // An administrator may decide at another desk, or the projects may change.
    if (!isSame) compared.delete(name)
    return isSame
  } catch (error) {
    compared.delete(name)
    log('warn', 'service_not_compared', { ...describeError(error) })
    return false
  }
}

/** Adds the projects that the service has shown since, for the next comparison. */
export async function noteProjects(client: PortraitClient): Promise<void> {
  const projects = client.recent.lastProjects()
  const bond = projects && (await getServiceBondStore().read())
  if (!bond || !projects || !(await isSameSource(client))) return
  const now = toNumbers(projects)
  if (Object.entries(now).every(([id, number]) => bond.source.projects[id] === number)) return
  const source = { ...bond.source, projects: { ...bond.source.projects, ...now } }
  await getServiceBondStore().write({ ...bond, source })
}

/** The source that an administrator has to decide about, or null. */
export async function findAskedSource(): Promise<Source | null> {
  return (await getServiceBondStore().read())?.asked ?? null
}

/** Accepts the asked source as the company's own. Throws `not_found` when none is asked about. */
export async function acceptAskedSource(): Promise<void> {
  const bond = await getServiceBondStore().read()
  if (!bond?.asked) throw new DeskError('not_found')
  const projects = { ...bond.source.projects, ...bond.asked.projects }
  await getServiceBondStore().write({ source: { ...bond.asked, projects }, asked: null })
}

async function compare(client: PortraitClient): Promise<boolean> {
  const store = getServiceBondStore()
  const bond = await store.read()
  const { keyFingerprint: key } = client
  const service = getEnv().portraitApiUrl
  if (!bond) {
    const projects = toNumbers(client.recent.lastProjects() ?? [])
    await store.write({ source: { service, keys: [key], projects }, asked: null })
    return true
  }
  const { source } = bond
  if (source.service === service && source.keys.includes(key)) return withoutQuestion(bond)
  const listed = client.recent.lastProjects() ?? (await client.listProjects({ lane: 'idle' })).data
  const projects = toNumbers(listed)
  if (source.service === service && isSameAccount(source.projects, projects)) {
    const known = { service, keys: [...source.keys, key], projects: { ...source.projects, ...projects } }
    await store.write({ source: known, asked: null })
    return true
  }
  if (bond.asked?.service !== service || !bond.asked.keys.includes(key)) {
    log('error', 'service_looks_like_another', { projects: listed.length })
    await store.write({ source, asked: { service, keys: [key], projects } })
  }
  return false
}

/** Withdraws the question: the known key is back. */
async function withoutQuestion(bond: ServiceBond): Promise<boolean> {
  if (bond.asked) await getServiceBondStore().write({ ...bond, asked: null })
  return true
}

/** One project with its id and number is enough: others may have ended, and a number may have been corrected. */
function isSameAccount(known: Source['projects'], now: Source['projects']): boolean {
  const ids = Object.keys(known)
  return ids.length === 0 || ids.some(id => known[id] === now[id])
}

function toNumbers(projects: readonly Project[]): Source['projects'] {
  return Object.fromEntries(projects.map(({ id, projektnummer }) => [String(id), projektnummer]))
}
