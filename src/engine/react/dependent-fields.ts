import { useMemo } from 'react';
import { filterPlaces, optionRefs, placesRead } from '../core/index.ts';
import { useNode, useScreen } from './context.ts';

/** The fields of the node's filter bar whose options read other fields of it. */
export function useDependentFields(bind: string): ReadonlySet<string> {
  const { props } = useNode();
  const { compiled } = useScreen();
  return useMemo(() => {
    const places = filterPlaces(props, bind);
    const refsOf = (id: string) => compiled.sources.get(id)?.refs ?? [];
    const dependent = places.filter(
      ({ options }) => options !== undefined && placesRead(optionRefs(options, refsOf), places).length > 0,
    );
    return new Set(dependent.map(({ field }) => field));
  }, [props, bind, compiled]);
}
