import { stdin, stdout } from 'node:process'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fail } from './setup.mjs'

/** Asks a person twice without an echo, or reads a pipe without its last line end. */
export async function askPassword(): Promise<string> {
  if (!stdin.isTTY) return (await text(stdin)).replace(/\r?\n$/, '')
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: stdin, output: silent, terminal: true })
  const ask = async (question: string) => {
    stdout.write(question)
    const answer = await prompt.question('')
    stdout.write('\n')
    return answer
  }
  const password = await ask('Password: ')
  const again = await ask('The same password again: ')
  prompt.close()
  return password === again ? password : fail('The two passwords differ.')
}
