import 'server-only'
import { singleton } from './singleton.ts'

/** Runs work with the same name one after the other within the process, first come first served. */
export async function oneAtATime<Result>(name: string, run: () => Promise<Result>): Promise<Result> {
  const lines = singleton('one-at-a-time', () => new Map<string, Promise<unknown>>())
  const turn = (lines.get(name) ?? Promise.resolve()).then(run, run)
  const ended = turn.catch(() => {})
  lines.set(name, ended)
  void ended.then(() => lines.get(name) === ended && lines.delete(name))
  return turn
}
