/**
 * `npm run release -- 0.2.0`: makes a commit and a tag of this version, prints the next steps, and publishes nothing.
 * The version goes to package.json, the lockfile, the image and the chart; the "Unreleased" part of the changelog
 * becomes its notes.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, ROOT } from './setup.mjs'

const VERSION = /^(\d+)\.(\d+)\.(\d+)$/

if (process.argv[1] === import.meta.filename) {
  const [version = '', ...rest] = process.argv.slice(2)
  if (!VERSION.test(version) || rest.length > 0) fail('Usage: npm run release -- MAJOR.MINOR.PATCH')
  release(ROOT, version)
}

/** Releases the checkout at `root`. Ends the process with a message on an obstacle, before anything is written. */
export function release(root: string, version: string, today = new Date()): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const before = /"version": "(\d+\.\d+\.\d+)"/.exec(read('package.json'))?.[1] ?? ''
  if (git('status', '--porcelain') !== '')
    fail('There are changes that no commit has: commit or drop them first.')
  if (git('tag', '--list', `v${version}`) !== '') fail(`There is a version ${version} already.`)
  if (!isNewer(version, before)) fail(`${version} is not newer than ${before}.`)
  const changelog = toReleased(read('CHANGELOG.md'), version, today.toISOString().slice(0, 10))
  if (changelog === null) fail('CHANGELOG.md says nothing under [Unreleased]: what is new?')
  const json = `"version": "${before}"`
  const files = {
    'package.json': read('package.json').replace(json, `"version": "${version}"`),
    // The lockfile has the desk's own version twice, before those of its packages.
    'package-lock.json': read('package-lock.json')
      .replace(json, `"version": "${version}"`)
      .replace(json, `"version": "${version}"`),
    'deploy/chart/Chart.yaml': read('deploy/chart/Chart.yaml').replaceAll(
      /^(version|appVersion): .*$/gm,
      `$1: ${version}`,
    ),
    Dockerfile: read('Dockerfile').replace(/^ARG VERSION=.*$/m, `ARG VERSION=${version}`),
    'CHANGELOG.md': changelog,
    // The schema that the next version may only extend (tests/unit/store/side-by-side.test.ts).
    'tests/fixtures/schema/released.txt': read('tests/fixtures/schema/now.txt'),
  }
  for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text)
  git('commit', '--quiet', '--message', `Release ${version}`, '--', ...Object.keys(files))
  git('tag', '--annotate', `v${version}`, '--message', `Portrait Desk ${version}`)
  console.log(
    [
      `Version ${version} is a commit and the tag v${version}, here alone. When \`npm test\` and \`npm run test:image\` pass:`,
      `  git push origin HEAD v${version}`,
      'Then .github/workflows/release.yml builds the image for both processors, signs it, and publishes it with the chart.',
      `To take it back before that: git tag --delete v${version} && git reset --hard HEAD~1`,
    ].join('\n'),
  )
}

/** The changelog with the unreleased changes under this version, or null without any. */
export function toReleased(changelog: string, version: string, date: string): string | null {
  const [, above, notes = '', below = ''] =
    /^([\s\S]*?## \[Unreleased\]\n)([\s\S]*?)(?=\n## \[|$(?![\s\S]))([\s\S]*)$/.exec(changelog) ?? []
  if (above === undefined || !/^- /m.test(notes)) return null
  return `${above}\n## [${version}] - ${date}\n${notes}${below}`
}

function isNewer(version: string, before: string): boolean {
  const [one, other] = [version, before].map(text => text.split('.').map(Number)) as [number[], number[]]
  const at = one.findIndex((part, index) => part !== other[index])
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0)
}
