import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ABOUT } from '#lib/about/about.ts'
import packageJson from '#package.json' with { type: 'json' }
import { listLicences } from '#scripts/licences.ts'
import { toLicenceTexts } from '#scripts/pack/licence-texts.ts'

test('the page About lists the packages of the lockfile: `npm run licences` writes it', () => {
  expect(ABOUT.version).toBe(packageJson.version)
  expect(ABOUT.licences).toEqual(listLicences())
})

test('every part of the desk has a licence, the font too, and tests are left out', () => {
  const names = ABOUT.licences.map(({ name }) => name)
  for (const name of [...Object.keys(packageJson.dependencies), 'inter-ui']) expect(names).toContain(name)
  for (const name of ['vitest', 'msw', 'kubernetes-models']) expect(names).not.toContain(name)
  for (const { name, licence } of ABOUT.licences)
    expect(licence, name).not.toMatch(/unknown|UNLICENSED|^A?GPL/)
})

test('each package is listed with the text of its licence, if it has one', () => {
  const texts = toLicenceTexts('.')
  for (const { name, version } of ABOUT.licences) expect(texts).toContain(`${name} ${version}: `)
  expect(texts).toContain('Colin McDonnell')
  expect(texts.match(/Permission is hereby granted/g)?.length).toBeGreaterThan(50)
})

test('the chart and the image have the version of the desk', () => {
  const chart = readFileSync('deploy/chart/Chart.yaml', 'utf8')
  expect(chart).toContain(`\nversion: ${packageJson.version}\n`)
  expect(chart).toContain(`\nappVersion: ${packageJson.version}\n`)
  expect(readFileSync('Dockerfile', 'utf8')).toContain(`\nARG VERSION=${packageJson.version}\n`)
})
