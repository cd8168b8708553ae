// The site's search: matches are weighed as Sphinx does, but a guide or an explanation comes before the reference, whose long
// pages have every word, and before pages for developers. `var`: searchtools.js declares it as well.
var Scorer = {
  score: ([page, , , , score]) => score / (page.startsWith("reference/") ? 2 : /^(develop|glossary)/.test(page) ? 4 : 1),
  objNameMatch: 11,
  objPartialMatch: 6,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 2,
};
