import { isMap, isScalar, isSeq, parseDocument, visit, type Document as YamlDocument } from 'yaml';

/** Returns the text of a description without a gap, neither written out in full nor by its id. */
export function removeItem(text: string, id: string): string {
  const document: YamlDocument = parseDocument(text);
  visit(document, {
    Pair(_, pair) {
      if (!isScalar(pair.key) || pair.key.value !== 'x-not-shown' || !isSeq(pair.value)) return undefined;
      const list = pair.value;
      list.items = list.items.filter(
        (entry) => !(isMap(entry) ? entry.get('id') === id : isScalar(entry) && entry.value === id),
      );
      return list.items.length === 0 ? visit.REMOVE : undefined;
    },
  });
  return document.toString({ lineWidth: 0 });
}
