import { describe, expect, test } from 'vitest'
import { parseDownloadHash } from '#lib/address/download-hash.ts'
import { paths } from '#lib/address/paths.ts'

describe('addresses', () => {
  test('the addresses of pages', () => {
    expect(paths.signIn()).toBe('/sign-in')
    expect(paths.signIn('/projects/1?page=2&x=ü')).toBe(
      '/sign-in?returnTo=%2Fprojects%2F1%3Fpage%3D2%26x%3D%C3%BC',
    )
    expect(paths.connect()).toBe('/connect')
    expect(paths.connect({ reason: 'key_rejected', returnTo: '/projects/1?page=2' })).toBe(
      '/connect?reason=key_rejected&returnTo=%2Fprojects%2F1%3Fpage%3D2',
    )
    expect(paths.projects()).toBe('/projects')
    expect(paths.projects('archived=1')).toBe('/projects?archived=1')
    expect(paths.projects('')).toBe('/projects')
    expect(paths.project(7)).toBe('/projects/7')
    expect(paths.project(7, 'page=2')).toBe('/projects/7?page=2')
  })

  test('the address of the download dialog names its system, and a foreign hash opens nothing', () => {
    const read = (address: string) => parseDownloadHash(new URL(address, 'http://desk.example').hash)
    expect(paths.download(7)).toBe('/projects/7#download')
    expect(read(paths.download(7))).toEqual({ newFor: undefined })
    expect(read(paths.download(7, 'microsoft-365'))).toEqual({ newFor: 'microsoft-365' })
    expect(read(paths.download(7, 'a=b&c %'))).toEqual({ newFor: 'a=b&c %' })
    for (const hash of ['', '#', '#downloads', '#main', '#%']) expect(parseDownloadHash(hash)).toBeNull()
  })

  test('the addresses of the mirror are those of the specification', () => {
    expect(paths.api.projects()).toBe('/api/v1/projects')
    expect(paths.api.employees(7, 'page=2')).toBe('/api/v1/projects/7/employees?page=2')
    expect(paths.api.employee(1001)).toBe('/api/v1/employees/1001')
    expect(paths.api.imageSizes()).toBe('/api/v1/image-sizes')
    expect(paths.api.photo(1001, { variant: 'standard', size: null })).toBe(
      '/api/v1/employees/1001/photo?variant=standard',
    )
    expect(paths.api.photo(1001, { variant: 'transparent', size: 0 })).toBe(
      '/api/v1/employees/1001/photo?variant=transparent&size=0',
    )
  })

  test('the address of a thumbnail contains the edit, so that each edit has its own', () => {
    expect(paths.api.thumbnail(1001, '2026-10-07T14:03:00+02:00')).toBe(
      '/api/photos/1001/thumbnail?v=2026-10-07T14%3A03%3A00%2B02%3A00',
    )
  })

  test('the address of an export escapes a foreign id', () => {
    expect(paths.api.export('../x?y')).toBe('/api/exports/..%2Fx%3Fy')
    expect(paths.api.exportArchive('../x?y')).toBe('/api/exports/..%2Fx%3Fy/archive')
  })
})
