import type { ExportRecipe } from '@shared/model/exportRecipe'
import { useEffect, useState } from 'react'
import { useChangePreferences } from '../../../parts/useChangePreferences'
import { useTranslation } from '../../../parts/useTranslation'
import { useApp, useStores } from '../../../stores/storesContext'
import { recipeName } from '../../../text/recipeName'
import { MenuChoice, MenuItem, SubMenu } from '../../../ui/Menu'
import { useOriginals } from './useOriginals'

/** Stands for no recipe. */
const asTheyAre = ''

/** By which recipe the selected images are copied, and images are dragged out, as menus in the menu of an image. */
export function HandOutItems() {
  const { t } = useTranslation()
  const { client, selection } = useStores()
  const dragRecipe = useApp(({ preferences }) => preferences.dragRecipe)
  const change = useChangePreferences()
  const originals = useOriginals()
  const [recipes, setRecipes] = useState<readonly ExportRecipe[]>([])
  useEffect(() => {
    void client.call('exports.recipes', null).then(setRecipes, () => undefined)
  }, [client])
  if (recipes.length === 0) return null
  const named = recipes.map((recipe) => ({ value: recipe.id, label: recipeName(recipe, t) }))
  return (
    <>
      {originals.copiesFiles && (
        <SubMenu label={t('gallery.copyAs')}>
          {named.map(({ value, label }) => (
            <MenuItem
              key={value}
              onSelect={() => selection.act(() => originals.copyFiles(selection.getState(), value))}
            >
              {label}
            </MenuItem>
          ))}
        </SubMenu>
      )}
      <SubMenu label={t('gallery.dragAs')}>
        <MenuChoice
          label={t('gallery.dragAs')}
          value={dragRecipe ?? asTheyAre}
          options={[{ value: asTheyAre, label: t('exports.untouched') }, ...named]}
          onChange={(value) => change({ dragRecipe: value === asTheyAre ? null : value })}
        />
      </SubMenu>
    </>
  )
}
