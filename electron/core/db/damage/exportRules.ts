import { recipeSettingsSchema } from '@shared/model/exportRecipe'
import {
  absolutePath,
  between,
  checked,
  count,
  error,
  fileInside,
  flag,
  freshId,
  id,
  jsonIs,
  type TableRules,
} from './columnRules'

export const exportRules: readonly TableRules[] = [
  {
    table: 'export_recipes',
    columns: {
      id: id(freshId),
      name: { instead: "''" },
      // The user chooses it again.
      folder: absolutePath,
      settings_json: { schema: recipeSettingsSchema },
    },
  },
  {
    // Its files are still in the library, and can be exported again.
    table: 'exports',
    columns: {
      id: id(),
      state: checked(['listing', 'running', 'ended']),
      paused: flag(1),
      recipe_id: { instead: "''" },
      folder: absolutePath,
      settings_json: { schema: recipeSettingsSchema },
      total: count,
      written: count,
      failed: count,
      hidden_texts: count,
      unchanged: count,
      skipped: count,
      manifest: fileInside,
      zip: fileInside,
      zip_images: { instead: "''" },
      zip_contents: { instead: "''" },
      zip_replaces: flag(0),
      zip_placed: count,
    },
  },
  {
    table: 'export_files',
    columns: {
      export_id: { instead: "''" },
      image_id: id(),
      path: fileInside,
      state: checked(['waiting', 'written', 'failed']),
      error_json: error,
      source: { instead: "''" },
      replaces: flag(0),
    },
  },
  {
    // Of one that can't be read, the file there is taken for somebody else's.
    table: 'exported',
    columns: {
      recipe_id: id(),
      image_id: id(),
      folder: absolutePath,
      path: fileInside,
      bytes: between(0, Number.MAX_SAFE_INTEGER),
      file_time: between(0, Number.MAX_SAFE_INTEGER),
      change_time: between(0, Number.MAX_SAFE_INTEGER),
      sha256: { fits: (it) => `length(${it}) = 64` },
      sidecar_json: { fits: jsonIs('object') },
    },
  },
  {
    // Like one that somebody else wrote.
    table: 'exported_zips',
    columns: {
      recipe_id: id(),
      folder: absolutePath,
      path: fileInside,
      images: { fits: (it) => `length(${it}) = 64` },
      contents: { fits: (it) => `length(${it}) IN (0, 64)` },
      bytes: between(0, Number.MAX_SAFE_INTEGER),
      file_time: between(0, Number.MAX_SAFE_INTEGER),
      change_time: between(0, Number.MAX_SAFE_INTEGER),
      sha256: { fits: (it) => `length(${it}) = 64` },
    },
  },
  // Its images are still in the library, and can be exported by hand.
  { table: 'export_batches', columns: { batch_id: id(), recipe_id: id() } },
]
