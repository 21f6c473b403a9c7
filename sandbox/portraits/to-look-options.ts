import type { Options } from '@dicebear/avataaars'
import type { StyleOptions } from '@dicebear/core'
import { createRandom, type Random } from '../seed/random.ts'
import type { Look } from '../state/records.ts'
import {
  CLOTHES_COLORS,
  DARK_HAIR_COLORS,
  GLASSES_COLORS,
  GREY_HAIR_COLORS,
  LIGHT_HAIR_COLORS,
  SCARF_COLORS,
  SKIN_COLORS,
} from './palettes.ts'

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
 * Picks every part of a portrait. What belongs to the person (skin, hair, glasses) stays from one sitting to the next;
 * clothes and expression change with each edit, so that a retake is seen at a glance.
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
  // Neighbouring colours are alike, so the next sitting is four steps away; eleven colours make that a full round.
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
