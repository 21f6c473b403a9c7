import type { Options } from '@dicebear/avataaars'
import type { StyleOptions } from '@dicebear/core'
import { createRandom, type Random } from '../people/random.ts'
import type { Look } from '../people/to-look.ts'

/** Skin colours from light to dark; the lighter ones are listed twice to be chosen more often. */
const SKIN_COLORS = [
  'f8dcc8',
  'f4cfb4',
  'f4cfb4',
  'eec09c',
  'eec09c',
  'e0aa80',
  'cc9268',
  'ad744c',
  '8a5636',
  '684028',
] as const

/** Hair colours for every skin. */
const DARK_HAIR_COLORS = ['241c18', '33261d', '463023', '5a3d2b'] as const

/** Hair colours that look odd on the darkest skins. */
const LIGHT_HAIR_COLORS = ['7a5233', '9a6b3d', 'bb8f55', 'd3b47c', '8a4427'] as const

const GREY_HAIR_COLORS = ['75726f', '9b9895', 'c2bfba'] as const

/** Calm office colours that differ at 40 pixels. */
const CLOTHES_COLORS = [
  '27364f',
  '3f5876',
  '6f8bad',
  '3d5a55',
  '75917f',
  '69424b',
  '9a6a62',
  'b59e86',
  'd2cbbd',
  '4a4658',
  '33363c',
] as const

const SCARF_COLORS = ['3d4c63', '5c4b6b', '6c7f8f', '2f5d62', '8a5a5f'] as const

const GLASSES_COLORS = ['2b2b30', '5f4736', '7a7f87'] as const

export type Sitter = { id: number; look: Look; edits: number }

const TOPS = {
  feminine: [
    'bob',
    'bun',
    'curly',
    'curvy',
    'longButNotTooLong',
    'miaWallace',
    'straight01',
    'straight02',
    'straightAndStrand',
    'shaggyMullet',
  ],
  masculine: [
    'shortCurly',
    'shortFlat',
    'shortRound',
    'shortWaved',
    'theCaesar',
    'theCaesarAndSidePart',
    'sides',
    'dreads01',
    'frizzle',
    'shaggy',
  ],
} as const

const COVERED = { feminine: 'hijab', masculine: 'turban' } as const
const CLOTHING = [
  'blazerAndShirt',
  'blazerAndSweater',
  'collarAndSweater',
  'shirtCrewNeck',
  'shirtVNeck',
] as const
const FACIAL_HAIR = ['beardLight', 'beardMedium', 'beardLight'] as const
const PRIMES = { person: 7919, sitting: 104_729 }

/**
 * Chooses every part of a portrait. Skin, hair and glasses of a person stay the same; clothes and expression change
 * with each edit, so that a retake is visible at a glance.
 */
export function toLookOptions({ id, look, edits }: Sitter): StyleOptions<Options> {
  const person = createRandom(id * PRIMES.person)
  const skin = person.pick(SKIN_COLORS)
  const hairColor = pickHairColor(person, skin)
  const top = person.next() < 0.03 ? COVERED[look] : person.pick(TOPS[look])
  const hasBeard = look === 'masculine' && person.next() < 0.4
  const facialHair = person.pick(FACIAL_HAIR)
  const hasGlasses = person.next() < 0.28
  const glasses = person.pick(['prescription01', 'prescription02', 'round'])
  const glassesColor = person.pick(GLASSES_COLORS)
  const scarf = person.pick(SCARF_COLORS)
  const firstClothes = person.below(CLOTHES_COLORS.length)

  const sitting = createRandom(id * PRIMES.person + edits * PRIMES.sitting)
  // Neighbouring colours are alike, so the next sitting is four steps away; with eleven colours, that reaches all of
  // them.
  const clothesColor = CLOTHES_COLORS[(firstClothes + 4 * edits) % CLOTHES_COLORS.length] ?? CLOTHES_COLORS[0]

  return {
    seed: String(id),
    top: [top],
    hairColor: [hairColor],
    hatColor: [scarf],
    skinColor: [skin],
    facialHair: [facialHair],
    facialHairColor: [hairColor],
    facialHairProbability: hasBeard ? 100 : 0,
    accessories: [glasses],
    accessoriesColor: [glassesColor],
    accessoriesProbability: hasGlasses ? 100 : 0,
    clothing: [sitting.pick(CLOTHING)],
    clothesColor: [clothesColor],
    eyes: [sitting.pick(['default', 'default', 'default', 'happy'])],
    eyebrows: [sitting.pick(['default', 'defaultNatural', 'raisedExcitedNatural'])],
    mouth: [sitting.pick(['smile', 'twinkle', 'twinkle', 'serious'])],
  }
}

function pickHairColor(person: Random, skin: (typeof SKIN_COLORS)[number]): string {
  const roll = person.next()
  if (roll < 0.2) return person.pick(GREY_HAIR_COLORS)
  const isDarkSkin = SKIN_COLORS.indexOf(skin) >= SKIN_COLORS.length - 4
  return roll < 0.6 || isDarkSkin ? person.pick(DARK_HAIR_COLORS) : person.pick(LIGHT_HAIR_COLORS)
}
