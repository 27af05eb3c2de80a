L=[l.split()for l in open(0)]
S=lambda h:sum(map(h.count,h))
for o,w in("23456789TJQKA"," "),("J23456789TQKA","J"):print(sum(i*int(b)for i,(h,b)in enumerate(sorted(L,key=lambda x:(max(S(x[0].replace(w,c))for c in o),[*map(o.find,x[0])])),1)))
