"""The chart as a picture: questions in rows by their distance from the start, an arrow for every pair that a move joins."""
import html

_GAP, _ROW, _HIGH, _LETTER = 28, 96, 34, 8.2


def chart_svg(chart):
    """An SVG from the JSON of Game.chart."""
    arrows = {}
    for row in chart["rows"] if isinstance(chart, dict) else chart:
        start, to = row.get("from") or "start", row.get("to") or "over"
        to = start if to == "stays" else to
        arrows.setdefault((start, to), []).append(row.get("move") or row.get("kind") or "")
    rank = {"start": 0}
    waiting = ["start"]
    while waiting:
        at = waiting.pop(0)
        for start, to in arrows:
            if start == at and to not in rank:
                rank[to] = rank[at] + 1
                waiting.append(to)
    for pair in arrows:
        for word in pair:
            rank.setdefault(word, max(rank.values()) + 1)
    rows = {}
    for word, row in rank.items():
        rows.setdefault(row, []).append(word)
    place, width = {}, 0
    for row, words in sorted(rows.items()):
        x = _GAP
        for word in words:
            wide = _LETTER * len(word) + 24
            place[word] = [x, 20 + row * _ROW, wide]
            x += wide + _GAP
        width = max(width, x)
    for words in rows.values():
        right = place[words[-1]][0] + place[words[-1]][2] + _GAP
        for word in words:
            place[word][0] += (width - right) / 2
    height = 20 + (max(rows) + 1) * _ROW
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width + 120:.0f} {height}" width="{width + 120:.0f}" height="{height}" '
           'font-family="sans-serif" font-size="13" role="img" aria-label="questions and moves">',
           '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
           '<path d="M0 0L8 4L0 8z" fill="#666"/></marker></defs>']
    for (start, to), moves in arrows.items():
        (x1, y1, w1), (x2, y2, w2) = place[start], place[to]
        label = html.escape(", ".join(dict.fromkeys(filter(None, moves))))
        if rank[to] > rank[start]:
            line = f"M{x1 + w1 / 2:.0f} {y1 + _HIGH}L{x2 + w2 / 2:.0f} {y2}"
        else:
            side = width + 40 + 10 * (rank[start] - rank[to])
            line = f"M{x1 + w1:.0f} {y1 + _HIGH / 2}C{side:.0f} {y1} {side:.0f} {y2 + _HIGH} {x2 + w2:.0f} {y2 + _HIGH / 2}"
        out.append(f'<path d="{line}" fill="none" stroke="#666" marker-end="url(#tip)"><title>{label}</title></path>')
    for word, (x, y, wide) in place.items():
        out.append(f'<rect x="{x:.0f}" y="{y}" width="{wide:.0f}" height="{_HIGH}" rx="8" fill="#fff" stroke="#333"/>'
                   f'<text x="{x + wide / 2:.0f}" y="{y + 22}" text-anchor="middle">{html.escape(word)}</text>')
    return "".join(out) + "</svg>"
